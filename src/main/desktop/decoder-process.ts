/**
 * Starts the decoder in a separate process, without key and network and with little memory, whose crash is harmless.
 */
import { utilityProcess } from 'electron'
import type { DecodeResponse } from '../../shared/decode-message.ts'
import type { DecoderProcess } from '../pictures/decoder-lane.ts'

export const DECODER_NAME = 'proofsheet-picture-decoder'
const HEAP_MB = 256

/** Starts a decoder from the bundle at `modulePath`. */
export function forkDecoder(modulePath: string): DecoderProcess {
  const child = utilityProcess.fork(modulePath, [], {
    serviceName: DECODER_NAME,
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: decoderEnvironment(),
    stdio: 'ignore'
  })
  return {
    postMessage: (job) => child.postMessage(job),
    // Only the decoder sends on this channel.
    onMessage: (listener) => child.on('message', (result: DecodeResponse) => listener(result)),
    onExit: (listener) => child.on('exit', (code) => listener(`exit code ${code}`)),
    kill: () => child.kill()
  }
}

/** Returns the variables that a process needs to start, without the rest of the user's environment. */
function decoderEnvironment(): Record<string, string> {
  const needed = ['PATH', 'SystemRoot', 'TEMP', 'TMPDIR']
  const kept = needed.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), VIPS_CONCURRENCY: '1' }
}
