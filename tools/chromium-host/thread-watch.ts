/** Lets the app's threads tell which modules they load. Only where hashes are asked for. */
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Worker, WorkerOptions } from 'node:worker_threads'

const HOOK = pathToFileURL(join(import.meta.dirname, 'loaded-files-hook.ts')).href

/** Every `Worker` made after this runs the hook before its own module. */
export function watchThreads(): void {
  // The mutable object behind the module, whose exports are then told anew.
  const threads: { Worker: typeof Worker } = createRequire(import.meta.url)('node:worker_threads')
  threads.Worker = class extends threads.Worker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      super(file, { ...options, execArgv: [...(options.execArgv ?? process.execArgv), '--import', HOOK] })
    }
  }
  syncBuiltinESMExports()
}
