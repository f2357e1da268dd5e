/** Finds a key in every encoding in files, processes and text. */
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { family, readIfThere, readProc } from '../../drivers/processes.ts'

export interface Trace {
  readonly where: string
  /** The encoding. */
  readonly form: string
}

/** Returns the bytes of a key in each encoding. */
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

/** Returns the base64 characters that only depend on the key, `offset` bytes after a multiple of three. */
function base64Core(key: Buffer, offset: number): Buffer {
  const text = Buffer.concat([Buffer.alloc(offset), key])
    .toString('base64')
    .replaceAll('=', '')
  const isWhole = (offset + key.length) % 3 === 0
  return Buffer.from(text.slice(offset === 0 ? 0 : offset + 1, isWhole ? undefined : -1))
}

/** Finds any of the keys in bytes. */
export function tracesIn(where: string, bytes: Buffer, keys: readonly string[]): readonly Trace[] {
  return keys.flatMap((key) =>
    formsOf(key)
      .filter(([, form]) => bytes.includes(form))
      .map(([form]) => ({ where, form }))
  )
}

/** Finds keys in files of a folder and in their names. */
export function sweepFolder(folder: string, keys: readonly string[]): readonly Trace[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.flatMap(({ parentPath, name }) => {
    const path = join(parentPath, name)
    const where = relative(folder, path)
    return [...tracesIn(`name ${where}`, Buffer.from(where), keys), ...tracesIn(where, readIfThere(path), keys)]
  })
}

/** Finds keys in command lines and environments of a process and its descendants; only on Linux. */
export function sweepProcesses(pid: number, keys: readonly string[]): readonly Trace[] {
  return family(pid).flatMap((member) =>
    (['cmdline', 'environ'] as const).flatMap((name) =>
      tracesIn(`process ${member} ${name}`, readProc(member, name), keys)
    )
  )
}
