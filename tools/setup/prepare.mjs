/** The order of a set-up, and what ends it. See setup.mjs for the command line. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endChildren, hasEnded, killChildren } from './children.mjs'
import { takeLock } from './lock.mjs'
import { arePackagesThere, buildKeytar, installPackages, isKeytarBuilt } from './npm-packages.mjs'
import { projectNode, runProgram } from './project-node.mjs'
import { provide, provideIfPossible } from './system-packages.mjs'
import { checkTemporaryFolder } from './temporary-folder.mjs'
import { diskSentence, CliError } from './cli-error.mjs'

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }
/** npm hands on the Ctrl+C that the terminal sends to everyone: what comes this soon is the same one. */
const SAME_SIGNAL_MS = 1_000
const PARENT_LOOK_MS = 500

const say = (text) => process.stderr.write(`${text}\n`)

/** Everything a clone needs; `isForTests` makes a must of what is merely nice for a start. */
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
    // Whoever held the lock may have done it all.
    if (!arePackagesThere(ROOT)) await installPackages(ROOT, say)
    if (!hasKeytar()) await provideKeytar(isForTests)
  } finally {
    release()
  }
}

const KEYTAR_FAILED = join(ROOT, '.setup', 'keytar-failed')
const DAY_MS = 24 * 60 * 60 * 1000

/** A start need not lose the same time again for something it can do without. */
const hasFailedToday = () => existsSync(KEYTAR_FAILED) && Date.now() - statSync(KEYTAR_FAILED).mtimeMs < DAY_MS

/** A start can do without: it keeps the keys of its sample service until it ends. */
async function provideKeytar(isForTests) {
  const reason = 'Keys cannot be kept in the keychain: its module could not be made.'
  const hasTools = await provideIfPossible(['compiler'], `${reason} To mend that:`, { say })
  const canTry = hasTools || isForTests
  if (canTry) say('Fetching the module for the keychain; where it has to be compiled, this takes a minute more…')
  const said = canTry ? await buildKeytar(ROOT) : ''
  if (said === null) return rmSync(KEYTAR_FAILED, { force: true })
  if (isForTests) throw new CliError(`${said}\n\n${reason} What was said stands above.`)
  writeFileSync(KEYTAR_FAILED, '')
  return say(`${said === '' ? '' : `${said}\n\n${reason} `}Going on without; a key can be kept until you quit.`)
}

/** The process that started this one; below npm there is a shell in between, which outlives it. */
function starterOf() {
  const parent = String(process.ppid)
  const status = `/proc/${parent}/status`
  if (process.env.npm_lifecycle_event === undefined || !existsSync(status)) return parent
  return `${parent} of ${/^PPid:\t(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1] ?? ''}`
}

/** What a signal does: it is handed on to the program, or ends the set-up with all that it started. */
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
  for (const signal of Object.keys(SIGNAL_NUMBERS)) process.on(signal, onSignal)
  const starter = starterOf()
  // npm does not hand on everything, and may be killed: whoever started this is then another.
  const watch = setInterval(() => {
    if (starterOf() === starter) return
    clearInterval(watch)
    void onSignal('SIGHUP')
  }, PARENT_LOOK_MS).unref()
  return state
}

/** `run FILE --help` needs no packages: the text lies beside the program. */
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

/** Sets the exit code of the process; throws only for faults of its own. */
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
