/** On a real Secret Service: each test starts a message bus and a keyring of its own, in an empty home. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ProbeStep } from '../../../test/helpers/key-probe.ts'

const PROBE = join(import.meta.dirname, '../../../test/helpers/key-probe.ts')
const UNLOCKED = 'printf %s ci-pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; sleep 0.3;'

/** A bus that activates nothing, as on a computer without a keyring program. */
const BARE_BUS = `<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
  <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`

const DESKTOP: Surroundings = { bus: 'desktop', before: UNLOCKED }

interface Surroundings {
  readonly bus: 'desktop' | 'bare' | 'none'
  /** Shell text that runs before the probe, inside the bus. */
  readonly before?: string
}

async function probe({ bus, before = '' }: Surroundings, steps: readonly ProbeStep[]): Promise<unknown> {
  const home = await mkdtemp(join(tmpdir(), 'proofsheet-keys-'))
  const config = join(home, 'bus.conf')
  await writeFile(config, BARE_BUS)
  const options = bus === 'bare' ? [`--config-file=${config}`] : []
  const inBus = bus === 'none' ? [] : ['dbus-run-session', ...options, '--']
  const script = `${before} exec "$0" "$1" "$2"`
  const probeCall = ['-c', script, process.execPath, PROBE, JSON.stringify(steps)]
  const [command = 'bash', ...args] = [...inBus, 'bash', ...probeCall]
  // No bus of the person who runs the tests, no data folders of theirs.
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
  const said: string[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk.toString('utf8')))
  child.stderr.resume()
  child.on('close', () => resolve(said.join('')))
  return promise
}

describe.runIf(process.platform === 'linux')('the key store of a Linux desktop', () => {
  test('found after writing, absent before and after, erased twice without complaint', async () => {
    const answers = await probe(DESKTOP, ['read', 'write', 'read', 'erase', 'read', 'erase'])
    expect(answers).toEqual([
      { kind: 'absent' },
      { kind: 'done' },
      { kind: 'found', isTheOne: true },
      { kind: 'done' },
      { kind: 'absent' },
      { kind: 'done' }
    ])
  })

  test('locked: the marker tells it from absent', async () => {
    const answers = await probe(DESKTOP, ['write', 'lock', 'read-marked'])
    expect(answers).toEqual([{ kind: 'done' }, { kind: 'locked-now' }, { kind: 'failed', fault: 'locked' }])
  })

  test('locked: nothing can be written, and it says so', async () => {
    const answers = await probe(DESKTOP, ['write', 'lock', 'write'])
    expect(answers).toEqual([{ kind: 'done' }, { kind: 'locked-now' }, { kind: 'failed', fault: 'locked' }])
  })

  test('no message bus: unavailable', async () => {
    const answers = await probe({ bus: 'none' }, ['read-marked', 'write'])
    const unavailable = { kind: 'failed', fault: 'unavailable' }
    expect(answers).toEqual([unavailable, unavailable])
  })

  test('a bus without a key store: unavailable', async () => {
    const answers = await probe({ bus: 'bare' }, ['read', 'write'])
    const unavailable = { kind: 'failed', fault: 'unavailable' }
    expect(answers).toEqual([unavailable, unavailable])
  })
})
