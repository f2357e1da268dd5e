/** Turns the key store of a test's keyring into one that is locked or does not answer. Linux only. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Keyring } from './keyring.ts'

const run = promisify(execFile)
const SECRETS = 'org.freedesktop.secrets'

async function send({ env }: Keyring, ...call: readonly string[]): Promise<string> {
  const { stdout } = await run('dbus-send', ['--session', '--print-reply', ...call], {
    env: { ...process.env, ...env }
  })
  return stdout
}

/** Nothing can be read until it is unlocked, and nobody is there to ask. */
export async function lockKeyring(keyring: Keyring): Promise<void> {
  await send(
    keyring,
    `--dest=${SECRETS}`,
    '/org/freedesktop/secrets',
    'org.freedesktop.Secret.Service.Lock',
    'array:objpath:/org/freedesktop/secrets/collection/login'
  )
}

/** Every key is gone from it, as when a person removes them by the desktop's own program. */
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

/** It hears and does not answer, until the function returned is called. */
export async function silenceKeyring(keyring: Keyring): Promise<() => void> {
  const answer = await send(
    keyring,
    '--dest=org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus.GetConnectionUnixProcessID',
    `string:${SECRETS}`
  )
  const pid = Number(/uint32 (\d+)/.exec(answer)?.[1])
  if (!Number.isInteger(pid)) throw new Error(`The key store has no process: ${answer}`)
  process.kill(pid, 'SIGSTOP')
  return () => process.kill(pid, 'SIGCONT')
}
