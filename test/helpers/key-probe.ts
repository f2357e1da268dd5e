/**
 * Uses the real key store in its own process: `node key-probe.ts <json list of steps>`. Prints a JSON list of results;
 * a key appears as whether it equals the written one.
 */
import { createApiKeyStore } from '../../src/main/secrets/api-key.ts'
import { Secret } from '../../src/main/secrets/secret.ts'

export type ProbeStep = 'write' | 'read' | 'read-marked' | 'erase' | 'lock'

const ACCOUNT = '00000000-0000-4000-8000-000000000000/images'
const KEY = 'sk-canary-0123456789abcdef0123456789abcdef'
const LIMIT_MS = 3_000

async function lock(): Promise<unknown> {
  const { execFileSync } = await import('node:child_process')
  execFileSync('dbus-send', [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.secrets',
    '/org/freedesktop/secrets',
    'org.freedesktop.Secret.Service.Lock',
    'array:objpath:/org/freedesktop/secrets/collection/login'
  ])
  return { kind: 'locked-now' }
}

const store = createApiKeyStore(LIMIT_MS)
const steps: Readonly<Record<ProbeStep, () => Promise<unknown>>> = {
  write: () => store.write(ACCOUNT, new Secret(KEY)),
  read: () => read(false),
  'read-marked': () => read(true),
  erase: () => store.erase(ACCOUNT),
  lock
}

async function read(wasStored: boolean): Promise<unknown> {
  const got = await store.read(ACCOUNT, wasStored)
  return got.kind === 'found' ? { kind: 'found', isTheOne: got.key.reveal() === KEY } : got
}

const requestedSteps: unknown = JSON.parse(process.argv[2] ?? '[]')
const answers: unknown[] = []
// The test next to the source writes the list, so its names are steps.
for (const step of requestedSteps as ProbeStep[]) answers.push(await steps[step]())
process.stdout.write(JSON.stringify(answers))
process.exit(0)
