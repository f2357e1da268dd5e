/** `utilityProcess.fork` as a child process whose module sees `process.parentPort`. */
import { fork, type ChildProcess, type StdioOptions } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type * as Electron from 'electron'
import type { Supported } from './supported.ts'

const BOOTSTRAP = join(import.meta.dirname, '../utility-child.ts')
const KNOWN_OPTIONS = new Set(['env', 'execArgv', 'cwd', 'stdio', 'serviceName', 'allowLoadingUnsignedLibraries'])

/** What utility-child.ts sends. */
type FromUtility = { readonly data: unknown } | { readonly loaded: string }

export interface UtilityModule {
  readonly path: string
  readonly args: readonly string[]
}

export class HostUtilityProcess extends EventEmitter implements Supported<'UtilityProcess'> {
  readonly #child: ChildProcess

  /** `tellLoaded` gets the address of each module that the process loads; null: nobody asked. */
  constructor(module: UtilityModule, options: Electron.ForkOptions, tellLoaded: ((url: string) => void) | null) {
    super()
    const unknown = Object.keys(options).filter((name) => !KNOWN_OPTIONS.has(name))
    if (unknown.length > 0) throw new TypeError(`utilityProcess.fork: the host has no ${unknown.join(', ')}`)
    const { path, args } = module
    this.#child = fork(BOOTSTRAP, [tellLoaded === null ? 'silent' : 'tell', path, ...args], {
      serialization: 'advanced',
      stdio: stdioOf(options.stdio),
      execArgv: options.execArgv ?? [],
      // Electron's declaration is looser; both are strings by name.
      env: (options.env as NodeJS.ProcessEnv | undefined) ?? process.env,
      ...(options.cwd === undefined ? {} : { cwd: options.cwd })
    })
    this.#child.on('spawn', () => this.emit('spawn'))
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

  get pid(): number | undefined {
    return this.#child.exitCode === null && this.#child.signalCode === null ? this.#child.pid : undefined
  }

  get stdout(): Readable | null {
    return this.#child.stdout
  }

  get stderr(): Readable | null {
    return this.#child.stderr
  }

  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    if (transfer.length > 0) throw new TypeError('UtilityProcess.postMessage: the host transfers no ports')
    if (this.#child.connected) this.#child.send({ data: message })
  }

  kill(): boolean {
    return this.#child.kill()
  }
}

function stdioOf(stdio: Electron.ForkOptions['stdio'] = 'inherit'): StdioOptions {
  const [, out, error] = Array.isArray(stdio) ? stdio : [null, stdio, stdio]
  const kind = (one: string | null | undefined) => (one === 'pipe' || one === 'ignore' ? one : 'inherit')
  return ['ignore', kind(out), kind(error), 'ipc']
}
