/** Performs a setup and ends it. See setup.mjs for the command line. */
import { accessSync, constants, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endChildren, hasEnded, killChildren } from './children.mjs'
import { takeLock } from './lock.mjs'
import {
  arePackagesThere,
  buildKeytar,
  installPackages,
  isKeytarBuilt,
  projectNode,
  runProgram
} from './npm-packages.mjs'
import { provide, provideIfPossible } from './system-packages.mjs'
import { diskSentence, CliError } from './cli-error.mjs'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }
/** npm passes on Ctrl+C, which the terminal also sends to all processes; signals this soon are the same one. */
const SAME_SIGNAL_MS = 1_000
const PARENT_POLL_MS = 500

const say = (text) => process.stderr.write(`${text}\n`)

/** Installs everything that a clone needs; `isForTests` requires what is optional for a start. */
async function prepare(isForTests) {
  if (isForTests) {
    const all = ['browser', 'display', 'keyring', 'fonts', 'compiler']
    await provide(all, 'The tests need some system packages. Install them and try again:', { say })
    await provideIfPossible(['headless'], 'The tests are faster with one more package:', { say })
  }
  const hasKeytar = () => isKeytarBuilt(ROOT) || (!isForTests && hasFailedToday())
  if (arePackagesThere(ROOT) && hasKeytar()) return
  const release = await takeLock(join(ROOT, '.setup', 'install.lock'), 'installing packages', say)
  try {
    // The previous owner of the lock may have done everything.
    if (!arePackagesThere(ROOT)) await installPackages(ROOT, say)
    if (!hasKeytar()) await provideKeytar(isForTests)
  } finally {
    release()
  }
}

const KEYTAR_FAILED = join(ROOT, '.setup', 'keytar-failed')
const DAY_MS = 24 * 60 * 60 * 1000

/** A start can continue without it, so one attempt a day is enough. */
const hasFailedToday = () => existsSync(KEYTAR_FAILED) && Date.now() - statSync(KEYTAR_FAILED).mtimeMs < DAY_MS

/** A start can continue without the module, because it keeps the keys of its sample service in memory. */
async function provideKeytar(isForTests) {
  const reason = 'Keys can’t be stored in the keychain, because its module could not be built.'
  const hasTools = await provideIfPossible(['compiler'], `${reason} To fix that:`, { say })
  const canTry = hasTools || isForTests
  if (canTry) say('Installing the keychain module. If it must be compiled, this takes another minute…')
  const output = canTry ? await buildKeytar(ROOT) : ''
  if (output === null) return rmSync(KEYTAR_FAILED, { force: true })
  if (isForTests) throw new CliError(`${output}\n\n${reason} See the output above.`)
  writeFileSync(KEYTAR_FAILED, '')
  return say(
    `${output === '' ? '' : `${output}\n\n${reason} `}Continuing without it; you can keep a key until you quit.`
  )
}

/** Returns the process that started this one, with npm behind its shell, which outlives npm. */
function starterOf() {
  const parent = String(process.ppid)
  const status = `/proc/${parent}/status`
  if (process.env.npm_lifecycle_event === undefined || !existsSync(status)) return parent
  return `${parent} of ${/^PPid:\t(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1] ?? ''}`
}

/** Passes signals on to the program, or ends the setup with its children. */
function endWithSignals() {
  const state = { program: null, firstAt: 0 }
  const onSignal = async (signal) => {
    const { program } = state
    if (program !== null && !hasEnded(program)) return program.kill(signal)
    if (state.firstAt > 0) {
      if (Date.now() - state.firstAt < SAME_SIGNAL_MS) return undefined
      killChildren()
      return process.exit(128 + SIGNAL_NUMBERS[signal])
    }
    state.firstAt = Date.now()
    say('Stopping…')
    await endChildren()
    return process.exit(128 + SIGNAL_NUMBERS[signal])
  }
  for (const signal of Object.keys(SIGNAL_NUMBERS)) process.on(signal, (name) => void onSignal(name))
  const starter = starterOf()
  // npm does not pass on all signals and may be killed, which changes the parent process.
  const watch = setInterval(() => {
    if (starterOf() === starter) return
    clearInterval(watch)
    void onSignal('SIGHUP')
  }, PARENT_POLL_MS).unref()
  return state
}

/** Returns the help of `run FILE --help`, a text file beside the program, because the packages may be missing. */
function helpOf([word, file, ...rest]) {
  if (word !== 'run' || !(rest.includes('--help') || rest.includes('-h'))) return null
  const text = join(ROOT, dirname(file), 'help.txt')
  return existsSync(text) ? readFileSync(text, 'utf8') : null
}

async function work(args) {
  const help = helpOf(args)
  if (help !== null) {
    process.stdout.write(help)
    return 0
  }
  checkTemporaryFolder()
  const ending = endWithSignals()
  const [word, file, ...rest] = args
  await prepare(word !== 'run')
  const node = projectNode(ROOT)
  if (word !== 'run') return 0
  return runProgram(node, [join(ROOT, file), ...rest], (child) => {
    ending.program = child
  })
}

/** Throws `CliError` if the folder for temporary files is not writable, because nearly every step needs it. */
function checkTemporaryFolder(folder = tmpdir()) {
  const problem = temporaryFolderProblem(folder)
  if (problem === null) return
  const name = process.platform === 'win32' ? 'TEMP' : 'TMPDIR'
  throw new CliError(
    `The folder for temporary files, ${folder}, ${problem}. Set ${name} to a folder that you can write to and try again.`
  )
}

function temporaryFolderProblem(folder) {
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat === undefined) return 'does not exist'
  if (!stat.isDirectory()) return 'is not a folder'
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return null
  } catch {
    return 'is not writable'
  }
}

/** Sets the exit code of the process; throws only for bugs. */
export async function main(args) {
  try {
    process.exitCode = await work(args)
  } catch (error) {
    const sentence = error instanceof CliError ? error.message : diskSentence(error)
    if (sentence === null) throw error
    say(sentence)
    process.exitCode = error.exitCode ?? 1
  }
}
