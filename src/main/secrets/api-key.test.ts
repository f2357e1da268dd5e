/** Uses a real Secret Service: each test starts its own message bus and keyring in an empty home folder. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ProbeStep } from '../../../test/helpers/key-probe.ts'

const PROBE = join(import.meta.dirname, '../../../test/helpers/key-probe.ts')
const UNLOCKED = 'printf %s ci-pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; sleep 0.3;'

/** Bus that activates no service, as on a computer without a keyring program. */
const BARE_BUS = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
  <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`

const DESKTOP: Environment = { bus: 'desktop', before: UNLOCKED }

interface Environment {
  readonly bus: 'desktop' | 'bare' | 'none'
  /** Shell command that runs before the probe, inside the bus. */
  readonly before?: string
}

async function probe({ bus, before = '' }: Environment, steps: readonly ProbeStep[]): Promise<unknown> {
  const home = await mkdtemp(join(tmpdir(), 'proofsheet-keys-'))
  const config = join(home, 'bus.conf')
  await writeFile(config, BARE_BUS)
  const options = bus === 'bare' ? [`--config-file=${config}`] : []
  const inBus = bus === 'none' ? [] : ['dbus-run-session', ...options, '--']
  const script = `${before} exec "$0" "$1" "$2"`
  const probeCall = ['-c', script, process.execPath, PROBE, JSON.stringify(steps)]
  const [command = 'bash', ...args] = [...inBus, 'bash', ...probeCall]
  // The bus and data folders of the user who runs the tests are not passed on.
  const env = { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: join(home, 'data') }
  try {
    return JSON.parse(await outputOf(command, args, env))
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

function outputOf(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: string[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk.toString('utf8')))
  child.stderr.resume()
  child.on('close', () => resolve(chunks.join('')))
  return promise
}

describe.runIf(process.platform === 'linux')('the keychain of a Linux desktop', () => {
  test('a key is absent, found after writing, absent after erasing, and can be erased twice', async () => {
    const results = await probe(DESKTOP, ['read', 'write', 'read', 'erase', 'read', 'erase'])
    expect(results).toEqual([
      { kind: 'absent' },
      { kind: 'done' },
      { kind: 'found', isTheOne: true },
      { kind: 'done' },
      { kind: 'absent' },
      { kind: 'done' }
    ])
  })

  test('a locked keychain is distinguished from an absent key by the marker', async () => {
    const results = await probe(DESKTOP, ['write', 'lock', 'read-marked'])
    expect(results).toEqual([{ kind: 'done' }, { kind: 'locked-now' }, { kind: 'failed', fault: 'locked' }])
  })

  test('writing to a locked keychain fails as locked', async () => {
    const results = await probe(DESKTOP, ['write', 'lock', 'write'])
    expect(results).toEqual([{ kind: 'done' }, { kind: 'locked-now' }, { kind: 'failed', fault: 'locked' }])
  })

  test('without a message bus the keychain is unavailable', async () => {
    const results = await probe({ bus: 'none' }, ['read-marked', 'write'])
    const unavailable = { kind: 'failed', fault: 'unavailable' }
    expect(results).toEqual([unavailable, unavailable])
  })

  test('on a bus without a keyring the keychain is unavailable', async () => {
    const results = await probe({ bus: 'bare' }, ['read', 'write'])
    const unavailable = { kind: 'failed', fault: 'unavailable' }
    expect(results).toEqual([unavailable, unavailable])
  })
})
