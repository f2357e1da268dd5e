/**
 * Caches thumbnails on disk as `<2 hex>/<hash>-<step>.webp`, complete or absent, and evicts the least recently used
 * above a quota. Recently used files stay even above it, so that a screen larger than the quota is not fetched again.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { PictureStep } from './picture-address.ts'
import { isWholeWebp } from './sniff.ts'

export interface PictureCache {
  /** Reads a picture; `null` if it is missing or incomplete. */
  read(key: string, step: PictureStep): Promise<Uint8Array<ArrayBuffer> | null>
  /**
   * Writes a picture and ignores failures, so that a full disk affects only the cache and not the picture on screen.
   */
  write(key: string, step: PictureStep, bytes: Uint8Array): Promise<void>
  /** Removes every picture of a connection, including those being written. */
  forget(connection: string): Promise<void>
}

export interface PictureCacheParts {
  readonly folder: string
  readonly quotaBytes: number
  /** ms since epoch. */
  readonly now: () => number
}

/** Fraction of the quota in use after a sweep, so that not every write sweeps. */
const SWEPT_TO = 0.9
/** Time since its last use during which a file is not removed, because it is probably on screen. */
const PINNED_MS = 60_000
/** Minimum age of a timestamp before it is updated, because an update at every read would write too often. */
const TOUCH_AFTER_MS = 60 * 60 * 1000

/** Hex digits at the end of each name that identify the connection. */
const OWNER_DIGITS = 8
const RECORD_DIGITS = 32

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const ownerPart = (connection: string): string => hashOf(connection).slice(0, OWNER_DIGITS)

/** Returns the name of a picture, made from connection, record and the stamp of its source. */
export function pictureKey(connection: string, record: number, stamp: string): string {
  return hashOf(`${connection}\n${record}\n${stamp}`).slice(0, RECORD_DIGITS) + ownerPart(connection)
}

export function createPictureCache({ folder, quotaBytes, now }: PictureCacheParts): PictureCache {
  const fileOf = (key: string, step: PictureStep): string => join(folder, key.slice(0, 2), `${key}-${step}.webp`)
  /** Bytes in use, counted once at the first write; all writers share the promise. */
  const usage: { counted: Promise<void> | null; bytes: number; isSweeping: boolean } = {
    counted: null,
    bytes: 0,
    isSweeping: false
  }
  const pins = new Pins(now)

  /** Pending writes, for which `forget` waits before it removes files. */
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

/** Removes the least recently used files except pinned ones down to `limit` bytes. Returns the bytes in use. */
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

/** Tracks recently used files. */
class Pins {
  readonly #now: () => number
  /** Maps the path to ms since epoch, most recently used last. */
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
    // A clock that was set back must not extend the pin.
    return at !== undefined && Math.abs(this.#now() - at) < PINNED_MS
  }
}

/** Removes the files of a connection and returns the number of freed bytes. */
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
    // A missing and an unreadable file are both fetched again.
    return null
  }
}

/** Writes a file without flushing, because the next read detects a torn file by its length. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<boolean> {
  const temp = `${file}.${randomUUID()}.tmp`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(temp, bytes)
    await rename(temp, file)
    return true
  } catch {
    // On a full or read-only disk the picture is shown without being cached.
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
  const stats = await Promise.all(files.map((path) => statOf(path)))
  return stats.filter((file) => file !== null)
}

async function statOf(path: string): Promise<CachedFile | null> {
  const found = await stat(path).catch(() => null)
  return found === null ? null : { path, size: found.size, usedAt: found.mtimeMs }
}
