/**
 * The sha256 of each built file that ran or was shown, so that a test can say: these were the bytes that are packed.
 * Modules of main and of its threads are seen by a loader hook, the preload when it is read, files of the window
 * when they are handed to the page.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BroadcastChannel } from 'node:worker_threads'
import { isAbsolute, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Threads tell of their modules on this channel (loaded-files-hook.ts). */
const LOADED_CHANNEL = 'chromium-host:loaded'

export class LoadedFiles {
  readonly #outFolder: string
  readonly #tell: ((line: string) => void) | null
  readonly #told = new Set<string>()

  /** `tell` gets one line of JSON for each file, once; null: nobody asked. */
  constructor(outFolder: string, tell: ((line: string) => void) | null) {
    this.#outFolder = outFolder
    this.#tell = tell
    if (tell !== null) this.#listenToThreads()
  }

  get isWanted(): boolean {
    return this.#tell !== null
  }

  /** A module by its address, as loaders name it. */
  module(url: string): void {
    if (this.#tell !== null && url.startsWith('file:')) this.file(fileURLToPath(url))
  }

  file(path: string): void {
    if (this.#tell === null) return
    const name = relative(this.#outFolder, path)
    if (!name.startsWith('..') && !isAbsolute(name)) this.#add(name, readFileSync(path))
  }

  /** `app://bundle/<path>` is `renderer/<path>`; pictures and the like are no built files. */
  served(url: string, body: Buffer): void {
    if (this.#tell === null || !url.startsWith('app://bundle/')) return
    this.#add(join('renderer', new URL(url).pathname), body)
  }

  #add(name: string, bytes: Buffer): void {
    const file = name.split(sep).join('/')
    if (this.#told.has(file)) return
    this.#told.add(file)
    this.#tell?.(JSON.stringify({ loaded: file, sha256: createHash('sha256').update(bytes).digest('hex') }))
  }

  #listenToThreads(): void {
    const channel = new BroadcastChannel(LOADED_CHANNEL)
    // Node declares the message of a broadcast as a plain event.
    channel.addEventListener('message', (event) => this.module(String(Reflect.get(event, 'data'))))
    channel.unref()
  }
}
