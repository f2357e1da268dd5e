/** Picture files: painted once, kept on disk for every later run and in memory for this one. */
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ARTIST_EDITION } from './artist/edition.ts'
import type { PainterPool } from './painter-pool.ts'
import { readPictureName } from './picture-name.ts'
import type { PictureSpec } from './picture-name.ts'

const TYPES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const
const MEMORY_BYTES = 64 * 1024 * 1024

export interface PictureFile {
  readonly bytes: Uint8Array
  readonly type: string
}

export class PictureFiles {
  readonly #directory: string
  readonly #painters: PainterPool
  /** Bytes by name, the least lately used first. */
  readonly #memory = new Map<string, Uint8Array>()
  readonly #running = new Map<string, Promise<Uint8Array>>()
  #memoryBytes = 0

  /** The directory is made when the first picture is painted; another edition of the artist gets another one. */
  constructor(directory: string, painters: PainterPool) {
    this.#directory = join(directory, ARTIST_EDITION)
    this.#painters = painters
  }

  /** null when the name is none of this service. Callers of one picture share one painting. */
  async get(name: string): Promise<PictureFile | null> {
    const spec = readPictureName(name)
    if (spec === null) return null
    const bytes = this.#remembered(name) ?? (await this.#load(name, spec))
    return { bytes, type: contentType(name) }
  }

  #load(name: string, spec: PictureSpec): Promise<Uint8Array> {
    const running = this.#running.get(name)
    if (running !== undefined) return running
    const loading = this.#readOrPaint(name, spec).finally(() => this.#running.delete(name))
    this.#running.set(name, loading)
    return loading
  }

  async #readOrPaint(name: string, spec: PictureSpec): Promise<Uint8Array> {
    const bytes = (await this.#read(name)) ?? (await this.#paint(name, spec))
    this.#remember(name, bytes)
    return bytes
  }

  /** null when the file is not there yet, or cannot be read: it may be another user's. */
  #read(name: string): Promise<Uint8Array | null> {
    return ifDiskAllows(() => readFile(join(this.#directory, name)))
  }

  async #paint(name: string, spec: PictureSpec): Promise<Uint8Array> {
    const bytes = await this.#painters.paint(spec)
    await ifDiskAllows(() => this.#keep(name, bytes))
    return bytes
  }

  /** Written beside its place and moved there: another service on this computer never reads half a picture. */
  async #keep(name: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.#directory, { recursive: true })
    const draft = join(this.#directory, `${name}.${randomUUID()}`)
    try {
      await writeFile(draft, bytes)
      await rename(draft, join(this.#directory, name))
    } finally {
      await rm(draft, { force: true })
    }
  }

  #remembered(name: string): Uint8Array | null {
    const bytes = this.#memory.get(name)
    if (bytes === undefined) return null
    this.#memory.delete(name)
    this.#memory.set(name, bytes)
    return bytes
  }

  #remember(name: string, bytes: Uint8Array): void {
    this.#memory.set(name, bytes)
    this.#memoryBytes += bytes.byteLength
    for (const [oldest, old] of this.#memory) {
      if (this.#memoryBytes <= MEMORY_BYTES) return
      this.#memory.delete(oldest)
      this.#memoryBytes -= old.byteLength
    }
  }
}

/** Files only save time here: a folder of another user or a full disk (null) must not cost a picture. */
async function ifDiskAllows<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) return null
    throw cause
  }
}

function contentType(name: string): string {
  const ending = name.slice(name.lastIndexOf('.') + 1)
  return ending === 'png' || ending === 'webp' ? TYPES[ending] : TYPES.jpg
}
