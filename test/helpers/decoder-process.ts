/** The decoder as a plain child process: what a utility process of Electron is to main. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { DecodeAnswer } from '../../src/main/pictures/decode-message.ts'
import type { DecoderProcess } from '../../src/main/pictures/decoder-lane.ts'

const CHILD = join(import.meta.dirname, 'decoder-child.ts')

export interface TestDecoder extends DecoderProcess {
  readonly pid: number
}

export function forkTestDecoder(): TestDecoder {
  const child = fork(CHILD, [], { serialization: 'advanced', stdio: 'ignore' })
  return {
    pid: child.pid ?? 0,
    postMessage: (job) => void child.send(job),
    // Only the decoder speaks on this channel.
    onMessage: (listener) => void child.on('message', (answer) => listener(answer as DecodeAnswer)),
    onExit: (listener) => void child.on('exit', (code) => listener(`exit code ${code}`)),
    kill: () => void child.kill('SIGKILL')
  }
}
