/**
 * Opens a keyring for the apps of a test, which itself runs outside of it: on Linux a message bus and an unlocked
 * Secret Service in an empty home, on other systems the system's keychain. Also locks, empties and stops a keyring, on
 * Linux.
 */
import { spawn, execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

const SESSION = join(import.meta.dirname, 'keyring-session.ts')
/** Prints the address of the bus, then keeps the session open until its input ends. */
const HOLD = 'printf "%s\\n" "$DBUS_SESSION_BUS_ADDRESS"; exec cat >/dev/null'

export interface Keyring {
  /** Environment of apps that use it. */
  readonly env: NodeJS.ProcessEnv
  /** Closes it and removes its keys. */
  readonly close: () => Promise<void>
}

/** Environment without a keychain. It keeps the display, which Electron requires. */
export const NO_KEYRING: NodeJS.ProcessEnv = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }

/** Rejects if the keyring does not start. */
export async function openKeyring(): Promise<Keyring> {
  if (process.platform !== 'linux') return { env: {}, close: async () => undefined }
  const child = spawn(process.execPath, [SESSION, 'bash', '-c', HOLD], { stdio: 'pipe' })
  const errors: string[] = []
  child.stderr.setEncoding('utf8').on('data', (part: string) => errors.push(part))
  const exited = once(child, 'exit')
  const address = await Promise.race([firstLine(child.stdout), exited.then(() => '')])
  if (address === '') throw new Error(`No keyring could be started (dbus and gnome-keyring):\n${errors.join('')}`)
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

const run = promisify(execFile)
const SECRETS = 'org.freedesktop.secrets'

async function send({ env }: Keyring, ...call: readonly string[]): Promise<string> {
  const { stdout } = await run('dbus-send', ['--session', '--print-reply', ...call], {
    env: { ...process.env, ...env }
  })
  return stdout
}

/** Locks the keyring; nothing can unlock it. */
export async function lockKeyring(keyring: Keyring): Promise<void> {
  await send(
    keyring,
    `--dest=${SECRETS}`,
    '/org/freedesktop/secrets',
    'org.freedesktop.Secret.Service.Lock',
    'array:objpath:/org/freedesktop/secrets/collection/login'
  )
}

/** Removes all keys, like a user in the desktop's program. */
export async function emptyKeyring(keyring: Keyring): Promise<void> {
  const items = await send(
    keyring,
    `--dest=${SECRETS}`,
    '/org/freedesktop/secrets/collection/login',
    'org.freedesktop.DBus.Properties.Get',
    'string:org.freedesktop.Secret.Collection',
    'string:Items'
  )
  for (const [, path] of items.matchAll(/object path "([^"]+)"/g)) {
    if (path !== undefined) await send(keyring, `--dest=${SECRETS}`, path, 'org.freedesktop.Secret.Item.Delete')
  }
}

/** Stops the keyring from responding until the returned function is called. */
export async function silenceKeyring(keyring: Keyring): Promise<() => void> {
  const reply = await send(
    keyring,
    '--dest=org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.GetConnectionUnixProcessID',
    `string:${SECRETS}`
  )
  const pid = Number(/uint32 (\d+)/.exec(reply)?.[1])
  if (!Number.isInteger(pid)) throw new Error(`The keyring has no process: ${reply}`)
  process.kill(pid, 'SIGSTOP')
  return () => process.kill(pid, 'SIGCONT')
}
