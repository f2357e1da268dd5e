/**
 * Runs a command with its own message bus and unlocked keyring in an empty home, so that tests use a real Secret
 * Service but not the user's keys: `node drivers/keyring-session.ts COMMAND [arguments]`. On other systems than Linux
 * the command uses the system's keychain.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Marks processes inside such a session. */
const MARKER = 'PROOFSHEET_KEYRING_SESSION'
const LOGIN = '/org/freedesktop/secrets/collection/login'

/** Waits for the unlocked collection, then executes the command. */
const INSIDE = `
printf %s ci-pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1
for attempt in $(seq 100); do
  dbus-send --session --print-reply --dest=org.freedesktop.secrets ${LOGIN} \\
    org.freedesktop.DBus.Properties.Get string:org.freedesktop.Secret.Collection string:Locked 2>/dev/null \\
    | grep -q 'boolean false' && exec "$@"
  sleep 0.05
done
echo 'The keyring did not start' >&2
exit 70`

/** Returns the exit code of the command; 1 after a signal. */
export async function withKeyring(command: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const [program, ...args] = command
  if (program === undefined) throw new Error('A command is required')
  if (process.platform !== 'linux' || isInKeyringSession(env)) return run(program, args, env)
  const home = await mkdtemp(join(tmpdir(), 'keyring-home-'))
  try {
    return await run('dbus-run-session', ['--', 'bash', '-c', INSIDE, 'bash', program, ...args], sessionEnv(env, home))
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

function isInKeyringSession(env: NodeJS.ProcessEnv): boolean {
  return env[MARKER] !== undefined
}

/** Removes variables of the user's keyring and bus, and the display, on which a locked keyring would prompt. */
function sessionEnv(env: NodeJS.ProcessEnv, home: string): NodeJS.ProcessEnv {
  const isForeign = /^(XDG_|DBUS_|GNOME_KEYRING|DISPLAY$|WAYLAND_DISPLAY$)/
  const kept = Object.entries(env).filter(([name]) => !isForeign.test(name))
  return { ...Object.fromEntries(kept), HOME: home, XDG_RUNTIME_DIR: home, [MARKER]: '1' }
}

/** Uses a process group, so that signals reach the command behind the shell and the bus. */
async function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(program, args, { env, stdio: 'inherit', detached: process.platform !== 'win32' })
  const pass = (signal: NodeJS.Signals) => {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, pass)
  try {
    const [code] = await once(child, 'exit')
    return typeof code === 'number' ? code : 1
  } finally {
    for (const signal of signals) process.off(signal, pass)
  }
}

if (import.meta.main) process.exitCode = await withKeyring(process.argv.slice(2))
