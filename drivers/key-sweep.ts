/** Looks for a key, in every form in which it could have been written, in files, processes and text. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'

export interface Trace {
  readonly where: string
  /** In which form it was found. */
  readonly form: string
}

/** The ways in which bytes of a key could lie somewhere. */
function formsOf(key: string): readonly (readonly [form: string, bytes: Buffer])[] {
  const utf8 = Buffer.from(key)
  const escaped = [...utf8].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  return [
    ['utf-8', utf8],
    ['utf-16le', Buffer.from(key, 'utf16le')],
    ...[0, 1, 2].map((offset) => [`base64 at ${offset}`, base64Core(utf8, offset)] as const),
    ['hex', Buffer.from(utf8.toString('hex'))],
    ['hex, upper case', Buffer.from(utf8.toString('hex').toUpperCase())],
    ['reversed', Buffer.from(utf8.toReversed())],
    ['url-encoded', Buffer.from(encodeURIComponent(key))],
    ['percent-encoded', Buffer.from(escaped)],
    ['percent-encoded, upper case', Buffer.from(escaped.replaceAll(/[a-f]/g, (digit) => digit.toUpperCase()))]
  ]
}

/** The characters of base64 that depend on the key alone when it stands `offset` bytes behind a border of three. */
function base64Core(key: Buffer, offset: number): Buffer {
  const text = Buffer.concat([Buffer.alloc(offset), key])
    .toString('base64')
    .replaceAll('=', '')
  const isWhole = (offset + key.length) % 3 === 0
  return Buffer.from(text.slice(offset === 0 ? 0 : offset + 1, isWhole ? undefined : -1))
}

/** Forms of any of the keys within these bytes. */
export function tracesIn(where: string, bytes: Buffer, keys: readonly string[]): readonly Trace[] {
  return keys.flatMap((key) =>
    formsOf(key)
      .filter(([, form]) => bytes.includes(form))
      .map(([form]) => ({ where, form }))
  )
}

/** Every file below a folder, their names included. */
export function sweepFolder(folder: string, keys: readonly string[]): readonly Trace[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name)
    const where = relative(folder, path)
    return [...tracesIn(`name ${where}`, Buffer.from(where), keys), ...tracesIn(where, readIfThere(path), keys)]
  })
}

/** Command lines and environments of a process and of everything it started; empty where there is no /proc. */
export function sweepProcesses(pid: number, keys: readonly string[]): readonly Trace[] {
  return family(pid).flatMap((member) =>
    ['cmdline', 'environ'].flatMap((name) => tracesIn(`process ${member} ${name}`, readProc(member, name), keys))
  )
}

/** A process with its descendants. */
export function family(pid: number): readonly number[] {
  if (!existsSync('/proc/self/stat')) return []
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const parents = new Map(pids.map((member) => [member, parentOf(member)]))
  const members = new Set([pid])
  const isChild = (member: number): boolean => members.has(parents.get(member) ?? 0) && !members.has(member)
  for (let found = pids.filter(isChild); found.length > 0; found = pids.filter(isChild)) {
    for (const member of found) members.add(member)
  }
  return [...members]
}

function parentOf(pid: number): number {
  // "pid (name with anything) state ppid"
  const stat = readProc(pid, 'stat').toString('utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
}

/** ENOENT and ESRCH: it has gone meanwhile. EACCES: Chromium's sandbox lets nobody look into it, not even its user. */
const UNREADABLE: ReadonlySet<string> = new Set(['ENOENT', 'ESRCH', 'EACCES'])

const readProc = (pid: number, name: string): Buffer => readIfThere(`/proc/${pid}/${name}`)

/** Empty when it cannot be read: a file may go while a folder is read, as those of a program that was killed do. */
function readIfThere(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNREADABLE.has(String(error.code))) return Buffer.alloc(0)
    throw error
  }
}
