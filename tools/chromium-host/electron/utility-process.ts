/** `utilityProcess.fork` as a child process whose module sees `process.parentPort`. */
import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type * as Electron from 'electron'
import type { Like } from './event.ts'

const BOOTSTRAP = join(import.meta.dirname, '../utility-child.ts')
const KNOWN_OPTIONS = new Set(['env', 'execArgv', 'stdio', 'serviceName'])

/** What utility-child.ts sends. */
type FromUtility = { readonly data: unknown } | { readonly loaded: string }

export interface UtilityModule {
  readonly path: string
  readonly args: readonly string[]
}

export class HostUtilityProcess extends EventEmitter implements Like<HostUtilityProcess, Electron.UtilityProcess> {
  readonly #child: ChildProcess

  /** `tellLoaded` gets the address of each module that the process loads; null: nobody asked. */
  constructor(module: UtilityModule, options: Electron.ForkOptions, tellLoaded: ((url: string) => void) | null) {
    super()
    const unknown = Object.keys(options).filter((name) => !KNOWN_OPTIONS.has(name))
    if (unknown.length > 0) throw new TypeError(`utilityProcess.fork: the host has no ${unknown.join(', ')}`)
    const output = options.stdio === 'ignore' ? 'ignore' : 'inherit'
    this.#child = fork(BOOTSTRAP, [tellLoaded === null ? 'silent' : 'tell', module.path, ...module.args], {
      serialization: 'advanced',
      stdio: ['ignore', output, output, 'ipc'],
      execArgv: options.execArgv ?? [],
      // Electron's declaration is looser; both are strings by name.
      env: (options.env as NodeJS.ProcessEnv | undefined) ?? process.env
    })
    // Wrapped, because the channel itself refuses undefined and null.
    this.#child.on('message', (message: FromUtility) => {
      if ('loaded' in message) tellLoaded?.(message.loaded)
      else this.emit('message', message.data)
    })
    // A signal is reported the way a shell counts it.
    this.#child.on('exit', (code, signal) => this.emit('exit', code ?? (signal === 'SIGKILL' ? 137 : 143)))
    // Messages to a child that has just died.
    this.#child.on('error', () => {})
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send({ data: message })
  }

  kill(): boolean {
    return this.#child.kill()
  }
}
