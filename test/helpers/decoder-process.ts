/** Runs the decoder in a child process of Node, as the Chromium host does, instead of Electron's utility process. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { DecoderProcess, DecodeResponse } from '../../src/main/pictures/decoder-lane.ts'

const ROOT = join(import.meta.dirname, '../..')
const UTILITY = join(ROOT, 'tools/chromium-host/utility-child.ts')
const DECODER = join(ROOT, 'src/main/pictures/decoder.ts')

export interface TestDecoder extends DecoderProcess {
  readonly pid: number
  /** Simulates the death of the main process. */
  readonly disconnect: () => void
}

/** `preload`: URL of a module that the process runs first. */
export function forkTestDecoder(preload?: string): TestDecoder {
  const execArgv = preload === undefined ? [] : ['--import', preload]
  const child = fork(UTILITY, [DECODER], { serialization: 'advanced', stdio: 'ignore', execArgv })
  return {
    pid: child.pid ?? 0,
    disconnect: () => child.disconnect(),
    postMessage: (job) => void child.send({ data: job }),
    // Only the decoder sends on this channel.
    onMessage: (listener) => void child.on('message', ({ data }: { data: DecodeResponse }) => listener(data)),
    onExit: (listener) => void child.on('exit', (code) => listener(`exit code ${code}`)),
    kill: () => void child.kill('SIGKILL')
  }
}
