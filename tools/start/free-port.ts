/** Ports that a person named, before anything is started that wants them. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { CliError } from '../setup/cli-error.mjs'

/** Throws `CliError` that names the option when the port cannot be had on this computer. */
export async function refuseTakenPort(port: number | null, option: string): Promise<void> {
  if (port === null || port === 0) return
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    throw portError(error, port, option) ?? error
  } finally {
    server.close()
  }
}

/** The sentence for an error of listening, or null for any other. */
export function portError(error: unknown, port: number, option: string): CliError | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return new CliError(`Port ${port} is taken by another program. End it, or choose another one with ${option}.`, 2)
  if (code === 'EACCES')
    return new CliError(`Port ${port} needs rights this user does not have. Choose one above 1023 with ${option}.`, 2)
  return null
}
