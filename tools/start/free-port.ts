/** Ports that a person named, before anything is started that wants them. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { Trouble } from '../setup/trouble.mjs'

/** Throws `Trouble` that names the option when the port cannot be had on this computer. */
export async function refuseTakenPort(port: number | null, option: string): Promise<void> {
  if (port === null || port === 0) return
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch (error) {
    throw portTrouble(error, port, option) ?? error
  } finally {
    server.close()
  }
}

/** The sentence for an error of listening, or null for any other. */
export function portTrouble(error: unknown, port: number, option: string): Trouble | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EADDRINUSE')
    return new Trouble(`Port ${port} is taken by another program. End it, or choose another one with ${option}.`, 2)
  if (code === 'EACCES')
    return new Trouble(`Port ${port} needs rights this user does not have. Choose one above 1023 with ${option}.`, 2)
  return null
}
