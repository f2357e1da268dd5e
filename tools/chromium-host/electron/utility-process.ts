/** Implements `utilityProcess.fork` with a child process whose module has `process.parentPort`. */
import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type * as Electron from 'electron'
import type { Like } from './event.ts'

const BOOTSTRAP = join(import.meta.dirname, '../utility-child.ts')
const KNOWN_OPTIONS = new Set(['env', 'execArgv', 'stdio', 'serviceName'])

export class HostUtilityProcess extends EventEmitter implements Like<HostUtilityProcess, Electron.UtilityProcess> {
  readonly #child: ChildProcess

  constructor(path: string, args: readonly string[], options: Electron.ForkOptions) {
    super()
    const unknown = Object.keys(options).filter((name) => !KNOWN_OPTIONS.has(name))
    if (unknown.length > 0) throw new TypeError(`utilityProcess.fork: the host has no ${unknown.join(', ')}`)
    const output = options.stdio === 'ignore' ? 'ignore' : 'inherit'
    this.#child = fork(BOOTSTRAP, [path, ...args], {
      serialization: 'advanced',
      stdio: ['ignore', output, output, 'ipc'],
      execArgv: options.execArgv ?? [],
      // Electron declares the values more loosely; they are strings.
      env: (options.env as NodeJS.ProcessEnv | undefined) ?? process.env
    })
    // Wrapped, because the channel refuses undefined and null.
    this.#child.on('message', ({ data }: { readonly data: unknown }) => this.emit('message', data))
    // Shells number signals this way.
    this.#child.on('exit', (code, signal) => this.emit('exit', code ?? (signal === 'SIGKILL' ? 137 : 143)))
    // Reports messages to a child that has just ended.
    this.#child.on('error', () => {})
  }

  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send({ data: message })
  }

  kill(): boolean {
    return this.#child.kill()
  }
}
