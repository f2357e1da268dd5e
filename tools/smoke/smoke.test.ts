/** `npm run smoke` without Electron, and with the Chromium host in place of Electron. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'

const LIMIT_MS = 300_000
const STUB = join(PROJECT_ROOT, 'tools/chromium-host/electron.sh')

vi.setConfig({ testTimeout: LIMIT_MS })

interface Ended {
  readonly code: unknown
  readonly output: string
}

async function smoke(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'tools/smoke/cli.ts'), '--built', ...args], {
    cwd: PROJECT_ROOT,
    env: { ...process.env, NODE_ENV: undefined, VITEST: undefined, E2E_SHELL: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => said.push(part))
  const [code] = await once(child, 'close')
  return { code, output: said.join('') }
}

it('without Electron says how to install it, and tests and counts nothing', async () => {
  const env = { ELECTRON_EXEC_PATH: undefined, ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' }
  const { code, output } = await smoke([], env)
  expect(code).toBe(2)
  expect(output).toMatch(/^There is no Electron on this computer, so nothing was tested\./)
  expect(output).toContain('npx install-electron')
  expect(output).not.toMatch(/passed|skipped|ok\b/)
})

it.each([
  ['names nothing', '/nowhere', 'ELECTRON_EXEC_PATH names /nowhere, which does not exist.'],
  ['is no Electron', '/bin/false', 'Electron is installed but does not start: no output.']
])('tests nothing with a binary that %s', async (_what, named, sentence) => {
  const { code, output } = await smoke([], { ELECTRON_EXEC_PATH: named })
  expect(code).toBe(2)
  expect(output).toBe(`${sentence}\n`)
})

it('counts arrivals through a stack that sends again: a create and the deletion of a project once', async () => {
  const { code, output } = await smoke(['--only', 'arrivals'], { ELECTRON_EXEC_PATH: STUB, CHROMIUM_RESENDS: '1' })
  expect(output).toMatch(/^favorite +3 +6 +each at least once +ok$/m)
  expect(output).toMatch(/^create +3 +3 +each exactly once +ok$/m)
  expect(output).toMatch(/^create, response lost +3 +3 +each exactly once +ok$/m)
  expect(output).toMatch(/^delete a project +3 +3 +each exactly once +ok$/m)
  expect(output).toMatch(/^delete a project, response lost +3 +3 +each exactly once +ok$/m)
  expect(output).toMatch(/^create, sent like a read +3 +6 +repeated, as in Chromium +ok$/m)
  expect(output.trim().split('\n').at(-1)).toBe('7 passed, 0 failed')
  expect(code).toBe(0)
})

it('checks the shell by its properties, which are not Electron’s in the host', async () => {
  const { code, output } = await smoke(['--only', 'shell'], { ELECTRON_EXEC_PATH: STUB })
  expect(output).toMatch(/NOT OK {2}the shell is the Electron of package\.json: it reports "Mozilla/)
  for (const what of [
    'the preload has its own world',
    'the page has no access to Node',
    'the built page has the strict policy',
    'it quits on request'
  ])
    expect(output).toContain(`  ok      ${what}\n`)
  expect(output.trim().split('\n').at(-1)).toMatch(/^[45] passed, [12] failed$/)
  expect(code).toBe(1)
})

it('lists the tests that require the host, and fails without a test file', async () => {
  const { code, output } = await smoke(['--only', 'suite', 'test/e2e/nothing.test.ts'], { ELECTRON_EXEC_PATH: STUB })
  expect(output).toContain('  - the Edit menu names what it would undo and redo\n')
  expect(output.trim().split('\n').at(-1)).toBe('0 passed, 1 failed')
  expect(code).toBe(1)
})

it('fails without repetitions, because the counts prove nothing', async () => {
  const { code, output } = await smoke(['--only', 'arrivals'], { ELECTRON_EXEC_PATH: STUB, CHROMIUM_RESENDS: '0' })
  expect(output).toMatch(/^create, sent like a read +3 +3 .*NOT OK: no repetition, so the counts prove nothing$/m)
  expect(output.trim().split('\n').at(-1)).toBe('6 passed, 1 failed')
  expect(code).toBe(1)
})

it('runs the end-to-end tests as in Electron: without control, and with a list of those that require the host', async () => {
  const { code, output } = await smoke(['--only', 'suite', 'test/e2e/undo.test.ts'], { ELECTRON_EXEC_PATH: STUB })
  expect(output).toContain('  - the Edit menu names what it would undo and redo\n')
  expect(output).toContain('undo.test.ts')
  // Listed once, as excluded.
  expect(output.split('the Edit menu names what it would undo and redo')).toHaveLength(2)
  // The full output, because it must show a test that fails.
  expect(output).toMatch(/\n\d+ passed, 0 failed\n$/)
  expect(code).toBe(0)
})
