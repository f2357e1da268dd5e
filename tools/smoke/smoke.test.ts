/**
 * `npm run smoke` as far as a machine without Electron's binary can show it: without one, and with the Chromium host in
 * its place, which is opened the way Electron is.
 */
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

it('without a binary says how to get one, tries nothing and counts nothing', async () => {
  const env = { ELECTRON_EXEC_PATH: undefined, ELECTRON_OVERRIDE_DIST_PATH: '/nowhere' }
  const { code, output } = await smoke([], env)
  expect(code).toBe(2)
  expect(output).toMatch(/^There is no Electron binary on this machine, so nothing was tried\./)
  expect(output).toContain('npx install-electron')
  expect(output).not.toMatch(/passed|skipped|ok\b/)
})

it.each([
  ['names nothing', '/nowhere', 'ELECTRON_EXEC_PATH names /nowhere, and nothing is there.'],
  ['is no Electron', '/bin/false', 'Electron is here but does not start: it said nothing.']
])('tries nothing with a binary that %s', async (_what, named, sentence) => {
  const { code, output } = await smoke([], { ELECTRON_EXEC_PATH: named })
  expect(code).toBe(2)
  expect(output).toBe(`${sentence}\n`)
})

it('counts what arrives through a stack that sends again: a create and the deletion of a project once', async () => {
  const { code, output } = await smoke(['--only', 'arrivals'], { ELECTRON_EXEC_PATH: STUB, CHROMIUM_RESENDS: '1' })
  expect(output).toMatch(/^star +3 +6 +each at least once +ok$/m)
  expect(output).toMatch(/^create +3 +3 +each exactly once +ok$/m)
  expect(output).toMatch(/^create, its answer lost +3 +3 +each exactly once +ok$/m)
  expect(output).toMatch(/^delete a project +3 +3 +each exactly once +ok$/m)
  expect(output).toMatch(/^delete a project, its answer lost +3 +3 +each exactly once +ok$/m)
  expect(output).toMatch(/^create, sent like a read +3 +6 +more often: shows the habit +ok$/m)
  expect(output.trim().split('\n').at(-1)).toBe('7 passed, 0 failed')
  expect(code).toBe(0)
})

it('tells the shell by what it shows, and the host is not Electron', async () => {
  const { code, output } = await smoke(['--only', 'shell'], { ELECTRON_EXEC_PATH: STUB })
  expect(output).toMatch(/NOT OK {2}the shell is the Electron of package\.json: it says "Mozilla/)
  for (const what of [
    'the preload has a world of its own',
    'the page knows nothing of Node',
    'the built window comes with the strict policy',
    'it quits when it is asked to'
  ])
    expect(output).toContain(`  ok      ${what}\n`)
  expect(output.trim().split('\n').at(-1)).toMatch(/^[45] passed, [12] failed$/)
  expect(code).toBe(1)
})

it('names the tests that only the host shows, and does not say of no file at all that all is well', async () => {
  const { code, output } = await smoke(['--only', 'suite', 'test/e2e/nothing.test.ts'], { ELECTRON_EXEC_PATH: STUB })
  expect(output).toContain('  - the Edit menu says what it would undo and redo\n')
  expect(output.trim().split('\n').at(-1)).toBe('0 passed, 1 failed')
  expect(code).toBe(1)
})

it('does not take a count for proof where nothing was ever sent again', async () => {
  const { code, output } = await smoke(['--only', 'arrivals'], { ELECTRON_EXEC_PATH: STUB, CHROMIUM_RESENDS: '0' })
  expect(output).toMatch(
    /^create, sent like a read +3 +3 .*NOT OK: none was sent again, so this count proves nothing$/m
  )
  expect(output.trim().split('\n').at(-1)).toBe('6 passed, 1 failed')
  expect(code).toBe(1)
})

it('runs the end-to-end tests as in Electron: no control, and what only the host shows is named, not passed', async () => {
  const { code, output } = await smoke(['--only', 'suite', 'test/e2e/undo.test.ts'], { ELECTRON_EXEC_PATH: STUB })
  expect(output).toContain('  - the Edit menu says what it would undo and redo\n')
  expect(output).toContain('undo.test.ts')
  // Named once, where it is told that it is left out.
  expect(output.split('the Edit menu says what it would undo and redo')).toHaveLength(2)
  // The whole of it, since a test that fails in there must be told by this output.
  expect(output).toMatch(/\n\d+ passed, 0 failed\n$/)
  expect(code).toBe(0)
})
