/**
 * Thumbnails on disk: `<2 hex>/<hash>-<step>.webp`, whole or absent, within a quota, least used first out. What was used a
 * moment ago stays even over the quota: a screen that needs more than that is not fetched again and again.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { PictureStep } from './picture-address.ts'
import { isWholeWebp } from './sniff.ts'

export interface PictureCache {
  /** null when it is not there, or not whole. */
  read(key: string, step: PictureStep): Promise<Uint8Array<ArrayBuffer> | null>
  /** Best effort: a full disk costs the cache, never the picture that is on its way to the screen. */
  write(key: string, step: PictureStep, bytes: Uint8Array): Promise<void>
  /** Removes every picture of a connection, also those that are being written now. */
  forget(connection: string): Promise<void>
}

export interface PictureCacheParts {
  readonly folder: string
  readonly quotaBytes: number
  /** ms since epoch. */
  readonly now: () => number
}

/** After a sweep this much of the quota is in use, so that not every write sweeps. */
const SWEPT_TO = 0.9
/** Pictures of the screen that is looked at: used this lately they are not removed. */
const PINNED_MS = 60_000
/** Touching a file at every look would write more than it reads. */
const TOUCH_AFTER_MS = 60 * 60 * 1000

/** Hex digits that stand for the connection at the end of each of its names. */
const OWNER_DIGITS = 8
const RECORD_DIGITS = 32

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const ownerPart = (connection: string): string => hashOf(connection).slice(0, OWNER_DIGITS)

/** Name of a picture: a connection's record and the stamp of its source. */
export function pictureKey(connection: string, record: number, stamp: string): string {
  return hashOf(`${connection}\n${record}\n${stamp}`).slice(0, RECORD_DIGITS) + ownerPart(connection)
}

export function createPictureCache({ folder, quotaBytes, now }: PictureCacheParts): PictureCache {
  const fileOf = (key: string, step: PictureStep): string => join(folder, key.slice(0, 2), `${key}-${step}.webp`)
  /** Bytes in use, counted once at the first write; the promise is shared by all writers. */
  const usage: { counted: Promise<void> | null; bytes: number; isSweeping: boolean } = {
    counted: null,
    bytes: 0,
    isSweeping: false
  }
  const pins = new Pins(now)

  /** Until they are done nothing is removed for good. */
  const writing = new Set<Promise<void>>()

  const count = async (): Promise<void> => {
    for (const file of await listFiles(folder)) usage.bytes += file.size
  }

  const sweepWhenFull = async (): Promise<void> => {
    if (usage.bytes <= quotaBytes || usage.isSweeping) return
    usage.isSweeping = true
    const swept = sweepTo(folder, quotaBytes * SWEPT_TO, pins)
    usage.bytes = await swept.finally(() => (usage.isSweeping = false))
  }

  const write = async (file: string, bytes: Uint8Array): Promise<void> => {
    await (usage.counted ??= count())
    if (!(await writeWhole(file, bytes))) return
    pins.add(file)
    usage.bytes += bytes.byteLength
    await sweepWhenFull()
  }

  return {
    read: async (key, step) => {
      const file = fileOf(key, step)
      const bytes = await readWhole(file)
      if (bytes === null) return null
      pins.add(file)
      await touch(file, now())
      return bytes
    },
    write: async (key, step, bytes) => {
      const written = write(fileOf(key, step), bytes).finally(() => writing.delete(written))
      writing.add(written)
      await written
    },
    forget: async (connection) => {
      await Promise.all(writing)
      const freed = await removeOf(folder, ownerPart(connection))
      if (usage.counted !== null) usage.bytes -= freed
    }
  }
}

/** Removes the least used until no more than `limit` bytes are left, but for the pinned ones. Answers what is in use. */
async function sweepTo(folder: string, limit: number, pins: Pins): Promise<number> {
  const files = await listFiles(folder)
  let bytes = files.reduce((sum, file) => sum + file.size, 0)
  const oldestFirst = files.filter(({ path }) => !pins.has(path)).sort((a, b) => a.usedAt - b.usedAt)
  for (const file of oldestFirst) {
    if (bytes <= limit) break
    await rm(file.path, { force: true })
    bytes -= file.size
  }
  return bytes
}

/** Files that were used a moment ago. */
class Pins {
  readonly #now: () => number
  /** Path -> ms since epoch, the one used last at the end. */
  readonly #usedAt = new Map<string, number>()

  constructor(now: () => number) {
    this.#now = now
  }

  add(path: string): void {
    this.#usedAt.delete(path)
    this.#usedAt.set(path, this.#now())
    for (const [oldest] of this.#usedAt) {
      if (this.has(oldest)) return
      this.#usedAt.delete(oldest)
    }
  }

  has(path: string): boolean {
    const at = this.#usedAt.get(path)
    // A clock that was set back pins nothing for longer.
    return at !== undefined && Math.abs(this.#now() - at) < PINNED_MS
  }
}

/** Bytes that are free now. */
async function removeOf(folder: string, owner: string): Promise<number> {
  const own = (await listFiles(folder)).filter(({ path }) => basename(path).startsWith(owner, RECORD_DIGITS))
  for (const { path } of own) await rm(path, { force: true })
  return own.reduce((sum, { size }) => sum + size, 0)
}

async function readWhole(file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const bytes = new Uint8Array(await readFile(file))
    return isWholeWebp(bytes) ? bytes : null
  } catch {
    // Not there, or not readable: both mean fetching it again.
    return null
  }
}

/** No flush: a file that a power loss tears is told by its length at the next read. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<boolean> {
  const temp = `${file}.${randomUUID()}.tmp`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(temp, bytes)
    await rename(temp, file)
    return true
  } catch {
    // A full or read-only disk: the picture is shown all the same and fetched again next time.
    await rm(temp, { force: true }).catch(() => undefined)
    return false
  }
}

async function touch(file: string, now: number): Promise<void> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: now }))
  if (now - mtimeMs > TOUCH_AFTER_MS) await utimes(file, now / 1000, now / 1000).catch(() => undefined)
}

interface CachedFile {
  readonly path: string
  readonly size: number
  /** ms since epoch. */
  readonly usedAt: number
}

async function listFiles(folder: string): Promise<CachedFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const looked = await Promise.all(files.map((path) => statOf(path)))
  return looked.filter((file) => file !== null)
}

async function statOf(path: string): Promise<CachedFile | null> {
  const found = await stat(path).catch(() => null)
  return found === null ? null : { path, size: found.size, usedAt: found.mtimeMs }
}
