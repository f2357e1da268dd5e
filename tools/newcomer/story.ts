/** The first minutes of a new user, as timed steps. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { waitForPictures } from '../../drivers/user.ts'
import { cloneLine, linkPackagesLine, type BareMachine } from './bare-machine.ts'
import {
  picturePath,
  startProblems,
  testCounts,
  traceProblems,
  readCommands,
  type ReadmeCommands,
  screenColors
} from './judge.ts'
import type { Program } from './program.ts'

export interface Step {
  readonly name: string
  /** Whether a failure makes the following steps impossible. */
  readonly isNeeded: boolean
  /** Whether it counts toward the time until pictures appear. */
  readonly counts: boolean
  /** Returns a note; throws if the step fails. */
  readonly take: () => Promise<string>
}

export interface StoryOptions {
  /** Whether to run the second command, which takes long. */
  readonly runsTests: boolean
  /** Whether to link the packages of this folder instead of installing them. */
  readonly linksPackages: boolean
}

const MINUTE_MS = 60_000
const FIRST_MS = 12 * MINUTE_MS
const SECOND_MS = 3 * MINUTE_MS
const TESTS_MS = 60 * MINUTE_MS
const END_MS = 20_000

/** The steps, in order. */
export function story(machine: BareMachine, options: StoryOptions): readonly Step[] {
  const held: { commands: ReadmeCommands | null; first: Program | null } = { commands: null, first: null }
  const commands = (): ReadmeCommands => held.commands ?? readCommandsOf(machine)
  const needed = { isNeeded: true, counts: true }
  const further = { isNeeded: false, counts: false }
  const first = (): Program => (held.first ??= machine.run(commands().start))
  const steps: Step[] = [
    { name: 'clone', ...needed, take: () => clone(machine, options) },
    {
      name: 'the commands of the README',
      ...needed,
      take: async () => {
        held.commands = readCommandsOf(machine)
        return `${held.commands.start} · ${held.commands.test}`
      }
    },
    { name: 'first start, until the picture is saved', ...needed, take: () => untilPicture(first()) },
    { name: 'the picture shows pictures', ...further, take: () => judgePicture(first()) },
    { name: 'Ctrl+C ends everything', ...further, take: () => interrupt(machine, first()) },
    { name: 'the clone is unchanged', ...further, take: () => unchanged(machine) },
    { name: 'second start, until pictures are on screen', ...further, take: () => startAgain(machine, commands()) },
    { name: 'start without a service: the connect screen', ...further, take: () => connectScreen(machine, commands()) }
  ]
  if (options.runsTests) steps.push({ name: 'the tests', ...further, take: () => runTests(machine, commands()) })
  return steps
}

const readCommandsOf = (machine: BareMachine): ReadmeCommands =>
  readCommands(readFileSync(join(machine.clone, 'README.md'), 'utf8'))

async function clone(machine: BareMachine, { linksPackages }: StoryOptions): Promise<string> {
  await ended(machine.run(cloneLine(machine.clone)), MINUTE_MS)
  if (linksPackages) await ended(machine.run(linkPackagesLine(machine.clone)), MINUTE_MS)
  const head = machine.run('git rev-parse --short HEAD')
  await ended(head, MINUTE_MS)
  return `commit ${head.output().trim()}`
}

async function ended(program: Program, timeoutMs: number): Promise<void> {
  if ((await program.ends(timeoutMs)) !== 0) throw new Error(program.output())
}

async function untilPicture(program: Program): Promise<string> {
  await program.until(async () => picturePath(program.output()), 'it reported a picture', FIRST_MS)
  await program.prints(/Ctrl\+C/, END_MS)
  failOn(startProblems(program.output()))
  return program.output().trim().split('\n').at(-1) ?? ''
}

async function judgePicture(program: Program): Promise<string> {
  const file = picturePath(program.output()) ?? ''
  const { colors, hasPictures } = await screenColors(file)
  if (!hasPictures) throw new Error(`${file} has ${colors} colors in the grid, so no pictures.`)
  return `${colors} colors in the grid`
}

/** Sends Ctrl+C, and checks for remaining processes and files. */
async function interrupt(machine: BareMachine, program: Program): Promise<string> {
  await program.interrupt(END_MS)
  failOn(machine.left().map((line) => `Still running: ${line.slice(0, 200)}`))
  failOn(traceProblems(program.output()))
  const folders = machine.leftFolders()
  if (folders.length > 0) throw new Error(`Left in the temporary folder: ${folders.join(', ')}`)
  return 'no processes and no files left'
}

async function unchanged(machine: BareMachine): Promise<string> {
  const status = machine.run('git status --porcelain')
  await ended(status, MINUTE_MS)
  if (status.output().trim() !== '') throw new Error(`Changed by starting: ${status.output().trim()}`)
  return ''
}

async function startAgain(machine: BareMachine, { start }: ReadmeCommands): Promise<string> {
  return withWindow(machine, `${start} --`, async (page) => {
    await waitForPictures(page, SECOND_MS)
    return 'pictures in the window'
  })
}

async function connectScreen(machine: BareMachine, { start }: ReadmeCommands): Promise<string> {
  const [title, ...buttons] = ['Connect your library', 'Test connection', 'Explore a sample library'] as const
  return withWindow(machine, `${start} -- --no-service`, async (page) => {
    await page.getByText(title).waitFor()
    for (const name of buttons) await page.getByRole('button', { name }).waitFor()
    return `“${title}”`
  })
}

/** Starts with a debugging port, reads the window, and quits. */
async function withWindow(machine: BareMachine, line: string, read: (page: Page) => Promise<string>): Promise<string> {
  const program = machine.run(`${line} --remote-debugging-port 0`)
  try {
    await program.prints(/Proofsheet is open/, SECOND_MS)
    const address = /connect to (http:\S+?)\.\s/.exec(program.output())?.[1] ?? ''
    const browser = await chromium.connectOverCDP(address)
    const page = browser.contexts()[0]?.pages()[0]
    if (page === undefined) throw new Error('There is no window.')
    const seen = await read(page)
    await browser.close()
    await interrupt(machine, program)
    return seen
  } catch (error) {
    program.kill()
    throw error
  }
}

async function runTests(machine: BareMachine, { test }: ReadmeCommands): Promise<string> {
  const program = machine.run(test)
  const code = await program.ends(TESTS_MS)
  const counts = testCounts(program.output())
  if (code !== 0 || counts === null || counts.failed > 0 || counts.passed === 0)
    throw new Error(`It ended with ${code}:\n${program.output().slice(-4_000)}`)
  failOn(machine.left().map((line) => `Still running: ${line.slice(0, 200)}`))
  return `${counts.passed} passed, ${counts.failed} failed`
}

function failOn(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join(' '))
}
