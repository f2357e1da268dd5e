/** Thumbnails on disk: `<2 hex>/<hash>-<step>.webp`, whole or absent, within a quota, least used first out. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { PictureStep } from './picture-address.ts'
import { isWholeWebp } from './sniff.ts'

export interface PictureCache {
  /** null when it is not there, or not whole. */
  read(key: string, step: PictureStep): Promise<Uint8Array<ArrayBuffer> | null>
  /** Best effort: a full disk costs the cache, never the picture that is on its way to the screen. */
  write(key: string, step: PictureStep, bytes: Uint8Array): Promise<void>
}

export interface PictureCacheParts {
  readonly folder: string
  readonly quotaBytes: number
  /** ms since epoch. */
  readonly now: () => number
}

/** After a sweep this much of the quota is in use, so that not every write sweeps. */
const SWEPT_TO = 0.9
/** Touching a file at every look would write more than it reads. */
const TOUCH_AFTER_MS = 60 * 60 * 1000

/** Name of a picture: a connection's record and the stamp of its source. */
export function pictureKey(connection: string, record: number, stamp: string): string {
  return createHash('sha256').update(`${connection}\n${record}\n${stamp}`).digest('hex').slice(0, 40)
}

export function createPictureCache({ folder, quotaBytes, now }: PictureCacheParts): PictureCache {
  const fileOf = (key: string, step: PictureStep): string => join(folder, key.slice(0, 2), `${key}-${step}.webp`)
  /** Bytes in use, counted once at the first write; the promise is shared by all writers. */
  const usage: { counted: Promise<void> | null; bytes: number; isSweeping: boolean } = {
    counted: null,
    bytes: 0,
    isSweeping: false
  }

  const count = async (): Promise<void> => {
    for (const file of await listFiles(folder)) usage.bytes += file.size
  }

  const sweep = async (): Promise<void> => {
    const oldestFirst = (await listFiles(folder)).sort((a, b) => a.usedAt - b.usedAt)
    usage.bytes = oldestFirst.reduce((sum, file) => sum + file.size, 0)
    for (const file of oldestFirst) {
      if (usage.bytes <= quotaBytes * SWEPT_TO) return
      await rm(file.path, { force: true })
      usage.bytes -= file.size
    }
  }

  const sweepWhenFull = async (): Promise<void> => {
    if (usage.bytes <= quotaBytes || usage.isSweeping) return
    usage.isSweeping = true
    await sweep().finally(() => (usage.isSweeping = false))
  }

  return {
    read: async (key, step) => {
      const file = fileOf(key, step)
      const bytes = await readWhole(file)
      if (bytes !== null) await touch(file, now())
      return bytes
    },
    write: async (key, step, bytes) => {
      const file = fileOf(key, step)
      await (usage.counted ??= count())
      if (!(await writeWhole(file, bytes))) return
      usage.bytes += bytes.byteLength
      await sweepWhenFull()
    }
  }
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
