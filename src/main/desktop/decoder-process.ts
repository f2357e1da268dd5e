/** The decoder as a process of its own: no key, no network use, little memory, free to die. */
import { utilityProcess } from 'electron'
import type { DecodeAnswer } from '../../shared/decode-message.ts'
import type { DecoderProcess } from '../pictures/decoder-lane.ts'

export const DECODER_NAME = 'Proofsheet picture decoder'
const HEAP_MB = 256

/** `modulePath`: the decoder's bundle. */
export function forkDecoder(modulePath: string): DecoderProcess {
  const child = utilityProcess.fork(modulePath, [], {
    serviceName: DECODER_NAME,
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: decoderEnvironment(),
    stdio: 'ignore'
  })
  return {
    postMessage: (job) => child.postMessage(job),
    // Only our own decoder speaks on this channel.
    onMessage: (listener) => child.on('message', (answer: DecodeAnswer) => listener(answer)),
    onExit: (listener) => child.on('exit', (code) => listener(`exit code ${code}`)),
    kill: () => child.kill()
  }
}

/** What a process needs to start at all, and nothing of what the person's environment holds besides. */
function decoderEnvironment(): Record<string, string> {
  const needed = ['PATH', 'SystemRoot', 'TEMP', 'TMPDIR']
  const kept = needed.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), VIPS_CONCURRENCY: '1' }
}
