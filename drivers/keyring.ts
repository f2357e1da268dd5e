/**
 * A keyring of its own for the apps that one test opens, while the test itself runs outside of it. On Linux a message
 * bus and an unlocked Secret Service in an empty home; elsewhere the system's own keychain.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'

const SESSION = join(import.meta.dirname, 'keyring-session.ts')
/** Tells where the bus is, then holds the session open until its input ends. */
const HOLD = 'printf "%s\\n" "$DBUS_SESSION_BUS_ADDRESS"; exec cat >/dev/null'

export interface Keyring {
  /** What an app needs in its environment to find it. */
  readonly env: NodeJS.ProcessEnv
  /** Forgets every key in it. */
  readonly close: () => Promise<void>
}

/** A computer without a key store. The display stays, because Electron opens no window without one. */
export const NO_KEYRING: NodeJS.ProcessEnv = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }

/** Rejects when the key store does not come up. */
export async function openKeyring(): Promise<Keyring> {
  if (process.platform !== 'linux') return { env: {}, close: async () => undefined }
  const child = spawn(process.execPath, [SESSION, 'bash', '-c', HOLD], { stdio: 'pipe' })
  const said: string[] = []
  child.stderr.setEncoding('utf8').on('data', (part: string) => said.push(part))
  const exited = once(child, 'exit')
  const address = await Promise.race([firstLine(child.stdout), exited.then(() => '')])
  if (address === '') throw new Error(`No key store could be started (dbus and gnome-keyring):\n${said.join('')}`)
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: address },
    close: async () => {
      child.stdin.end()
      await exited
    }
  }
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface({ input: stream })
  const [line] = await once(lines, 'line')
  return String(line)
}
