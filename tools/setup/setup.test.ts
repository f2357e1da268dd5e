/** The setup as a process, with its own PATH, home and project. */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../drivers/eventually.ts'
import { markedProcesses } from '../../drivers/processes.ts'
import { createSmallProject, machinePath, type Ran, type SmallProject } from '../../test/helpers/small-project.ts'

// The real npm, where all cores are busy.
vi.setConfig({ testTimeout: 120_000 })
const SETUP = join(import.meta.dirname, 'setup.mjs')

const withMachine = () => ({ PATH: machinePath() })

/** Set up once with the real npm. */
let made: SmallProject
let madeFirst: Ran
beforeAll(async () => {
  made = createSmallProject()
  madeFirst = await made.start(undefined, withMachine()).ended
})
afterAll(() => made[Symbol.dispose]())

let project: SmallProject
beforeEach(() => (project = createSmallProject()))
afterEach(() => project[Symbol.dispose]())

/** Copies an installed project. */
const makeReady = () =>
  cpSync(join(made.root, 'node_modules'), join(project.root, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true
  })
/** An npm that replaces the packages by those of the real npm. */
const copyingNpm = () =>
  project.command(
    'npm',
    `/bin/rm -rf node_modules; /bin/cp -a ${made.root}/node_modules . && /bin/rm node_modules/.setup-stamp`
  )
/** An npm that logs its calls and does not end. */
const hangingNpm = () =>
  project.command('npm', `echo "$@" >> ${project.root}/calls\nmkdir -p node_modules/half\n/bin/sleep 600`)
const calls = (): string =>
  existsSync(join(project.root, 'calls')) ? readFileSync(join(project.root, 'calls'), 'utf8') : ''

describe('Node', () => {
  it.each(['12.22.12', '18.20.8'])('%s is refused by a file without imports', async (version) => {
    const pretend = join(project.root, 'pretend.cjs')
    writeFileSync(
      pretend,
      `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })
       Object.defineProperty(process, 'version', { value: 'v${version}' })`
    )
    const { code, output } = await project.start([], { NODE_OPTIONS: `--require=${pretend}` }).ended
    expect(output).toBe(
      `Proofsheet needs Node 20 or newer; this is v${version}. Install it from https://nodejs.org and try again.\n`
    )
    expect(code).toBe(1)
  })

  it('of old versions can parse that file: no imports, no syntax after Node 12', () => {
    const source = readFileSync(SETUP, 'utf8')
    expect(source).not.toMatch(/^import |^export |import\.meta|\?\?|\?\.|^await /m)
  })
})

describe('packages', () => {
  it('are installed once by the real npm; the second run does not use it, and returns the exit code', async () => {
    expect(madeFirst).toMatchObject({ code: 7 })
    expect(madeFirst.output).toContain('Installing packages')
    // There is no npm at all on this path.
    const second = await made.start(['run', 'tools/program.mjs', '--images', '5']).ended
    expect(second).toEqual({ code: 7, output: 'ran --images 5\n' })
  })

  it.each([
    ['a package', 'node_modules/tool'],
    ['a command', 'node_modules/.bin/tool'],
    ["npm's list", 'node_modules/.package-lock.json'],
    ['the stamp', 'node_modules/.setup-stamp']
  ])('are installed again if %s is missing', async (_what, place) => {
    makeReady()
    copyingNpm()
    rmSync(join(project.root, place))
    const { code, output } = await project.start().ended
    expect(output).toContain('Installing packages')
    expect(code).toBe(7)
    expect(existsSync(join(project.root, place))).toBe(true)
  })

  it('of a killed install are replaced', async () => {
    hangingNpm()
    const { child, ended } = project.start()
    await eventually(calls).toContain('ci')
    child.kill('SIGKILL')
    await ended
    copyingNpm()
    expect(await project.start().ended).toMatchObject({ code: 7 })
  })

  it('are installed with "npm install" if "npm ci" fails, which is reported', async () => {
    project.command('npm', `echo "$@" >> ${project.root}/calls; echo "npm error EBADLOCK" >&2; exit 1`)
    const { code, output } = await project.start().ended
    expect(code).toBe(1)
    expect(output).toContain('"npm ci" failed. Trying "npm install"')
    expect(output).toContain('See the output of npm above')
    expect(
      calls()
        .split('\n')
        .map((line) => line.split(' ')[0])
    ).toEqual(['ci', 'install', ''])
  })

  it.each([
    ['npm error code ENOTFOUND', 'The npm registry cannot be reached.'],
    ['npm error code ENOSPC', 'The disk is full.'],
    ['npm error code SELF_SIGNED_CERT_IN_CHAIN', 'certificate is not trusted'],
    ['npm error code EACCES', 'npm can’t write to this folder.']
  ])('that cannot be installed: shows "%s" with what to do', async (line, sentence) => {
    project.command('npm', `echo "$@" >> ${project.root}/calls; echo "${line}" >&2; exit 1`)
    const { code, output } = await project.start().ended
    expect(code).toBe(1)
    expect(output).toContain(line)
    expect(output).toContain(sentence)
    expect(output).not.toContain('    at ')
    // There is no second attempt.
    expect(calls().trim().split('\n')).toHaveLength(1)
  })

  it('require npm', async () => {
    const { code, output } = await project.start().ended
    expect(code).toBe(1)
    expect(output).toContain('npm was not found. It comes with Node')
  })
})

describe("the keychain's module", () => {
  const withoutModule = () => {
    makeReady()
    mkdirSync(join(project.root, 'node_modules/keytar'))
  }

  it('that cannot be built causes a hint once a day', async () => {
    withoutModule()
    const first = await project.start().ended
    expect(first.code).toBe(7)
    expect(first.output).toContain('Continuing without it; you can keep a key until you quit.')
    expect(await project.start().ended).toEqual({ code: 7, output: 'ran\n' })
  })

  it('that npm builds is reported, also after a failure', async () => {
    withoutModule()
    await project.start().ended
    rmSync(join(project.root, '.setup/keytar-failed'))
    for (const tool of ['python3', 'make', 'g++']) project.command(tool, 'exit 0')
    const folder = 'node_modules/keytar/build/Release'
    project.command('npm', `/bin/mkdir -p ${folder}; echo > ${folder}/keytar.node`)
    project.command('dpkg-query', 'for name; do echo "$name install ok installed"; done')
    const { code, output } = await project.start().ended
    expect(output).toMatch(/^Installing the keychain module\.[^\n]+\nran\n$/)
    expect(code).toBe(7)
  })

  it('is compiled with the headers of the packages if those of Node cannot be downloaded', async () => {
    withoutModule()
    for (const tool of ['python3', 'make', 'g++']) project.command(tool, 'exit 0')
    project.command('dpkg-query', 'for name; do echo "$name install ok installed"; done')
    const node = `node_modules/node-${process.platform}-${process.arch}`
    mkdirSync(join(project.root, node, 'include/node'), { recursive: true })
    writeFileSync(join(project.root, node, 'include/node/node_api.h'), '')
    const folder = 'node_modules/keytar/build/Release'
    project.command(
      'npm',
      `[ "$npm_config_nodedir" = "$PWD/${node}" ] || { echo "gyp ERR! ENOTFOUND"; exit 1; }
/bin/mkdir -p ${folder}; echo > ${folder}/keytar.node`
    )
    expect(await project.start().ended).toMatchObject({ code: 7 })
    expect(existsSync(join(project.root, folder, 'keytar.node'))).toBe(true)
  })
})

describe('two at once', () => {
  it('wait for each other, and report it', async () => {
    hangingNpm()
    const first = project.start()
    await eventually(calls).toContain('ci')
    copyingNpm()
    const second = project.start()
    await eventually(second.output).toContain(
      `Another start (process ${first.child.pid ?? 0}) is installing packages; waiting for it…`
    )
    first.child.kill('SIGTERM')
    expect(await first.ended).toMatchObject({ code: 143 })
    expect(await second.ended).toMatchObject({ code: 7 })
  })
})

describe('ending in the middle of an install', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s leaves no process and no lock', async (signal) => {
    hangingNpm()
    const marker = `setup-test-${process.pid}-${signal}`
    const { child, ended } = project.start(undefined, { PROOFSHEET_MARKER: marker })
    await eventually(calls).toContain('ci')
    child.kill(signal)
    const { code, output } = await ended
    expect(code).toBeGreaterThan(128)
    expect(output).toContain('Stopping…')
    await eventually(() => markedProcesses(marker)).toEqual([])
    expect(existsSync(join(project.root, '.setup/install.lock'))).toBe(false)
  })
})

it.each([
  ['nowhere', 'does not exist'],
  ['package.json', 'is not a folder']
])('reports an unusable folder for temporary files: %s', async (name, problem) => {
  const place = join(project.root, name)
  const { code, output } = await project.start(undefined, { TMPDIR: place, TEMP: place }).ended
  expect(code).toBe(1)
  expect(output).toContain(`The folder for temporary files, ${place}, ${problem}.`)
  expect(output).not.toContain('    at ')
})

it('shows the help of a program without installing anything', async () => {
  writeFileSync(join(project.root, 'tools/help.txt'), 'All of it.\n')
  expect(await project.start(['run', 'tools/program.mjs', '--help']).ended).toMatchObject({
    code: 0,
    output: 'All of it.\n'
  })
})
