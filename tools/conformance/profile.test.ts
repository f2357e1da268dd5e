/** `npm run conformance -- --profile DIR` checks the open connection with the key in the keychain. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKeyring, type Keyring } from '../../drivers/keyring.ts'
import { newConnection } from '../../src/main/connection/connection-record.ts'
import { keyAccount } from '../../src/main/secrets/api-key.ts'
import { startReferenceService, type RunningService } from '../../src/reference-service/server.ts'
import { tracesIn } from '../../test/helpers/key-sweep.ts'

const KEY = 'sk-canary-77aa0c5b8e724a93bf0021'
const ROOT = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'proofsheet-profile-'))
const opened: { keyring?: Keyring; service?: RunningService } = {}

beforeAll(async () => {
  opened.keyring = await openKeyring()
  opened.service = await startReferenceService({ images: 30, perMinute: 0, imagesKey: KEY, projectsKey: KEY })
})
afterAll(async () => {
  await opened.service?.close()
  await opened.keyring?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function node(
  args: readonly string[],
  more: NodeJS.ProcessEnv = {}
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...opened.keyring?.env, ...more } })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, said: out + problems }
}

const ask = () => node(['tools/conformance/cli.ts', '--profile', folder])
const KEEP = `
  const { createApiKeyStore } = await import('./src/main/secrets/api-key.ts')
  const { Secret } = await import('./src/main/secrets/secret.ts')
  await createApiKeyStore().write(process.env.ACCOUNT, new Secret(process.env.KEY))
`

test('reports a missing profile and a missing key, then checks the service', async () => {
  expect(await ask()).toMatchObject({ code: 2, said: expect.stringContaining('as connections of Proofsheet') })

  const address = opened.service?.url ?? ''
  const connection = newConnection({ images: address, projects: address })
  const file = { version: 1, open: connection.id, openBefore: null, connections: [connection] }
  writeFileSync(join(folder, 'connections.json'), JSON.stringify(file))
  expect(await ask()).toMatchObject({
    code: 2,
    said: expect.stringContaining('Can’t get the key for images: there is none')
  })

  const account = keyAccount(connection.id, 'images')
  await node(['--input-type=module', '-e', KEEP], { ACCOUNT: account, KEY })
  const result = await ask()
  expect(result).toMatchObject({ code: 0, said: expect.stringContaining('Proofsheet works with this service.') })
  expect(tracesIn('output', Buffer.from(result.said), [KEY])).toEqual([])
})
