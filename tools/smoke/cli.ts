/**
 * `npm run smoke`: what only a machine with Electron's binary can prove. Run it before a release, on each system.
 *
 *   npm run smoke                                          everything
 *   npm run smoke -- --only arrivals                       the count alone
 *   npm run smoke -- --only suite test/e2e/undo.test.ts    one file of the suite
 *   npm run smoke -- --built                               what is already built
 *
 * Three parts: what the shell tells of itself (sandbox, worlds, policy); how often a
 * star, a create and the deletion of a project arrive at a server that drops reused sockets, sent by the app's own
 * sessions and sender, as Chromium sends such requests again by itself; and the end-to-end tests, with the tests that
 * only the Chromium host can show named and left out. Opens a virtual display where there is none.
 *
 * Ends with `N passed, N failed`. Exit codes: 0 all passed, 1 something did not, 2 no Electron binary or bad input.
 */
import { builtFolder, PROJECT_ROOT } from '../../drivers/built-app.ts'
import { findElectron, misnamedElectron } from '../../drivers/electron-binary.ts'
import { Trouble } from '../setup/trouble.mjs'
import { buildWhenNeeded } from '../start/build.ts'
import { findDisplay, startVirtualDisplay } from '../start/display.ts'
import { probeElectron } from '../start/electron-probe.ts'
import { createEnding, type Ending } from '../start/ending.ts'
import { readSmokeOptions, type SmokeOptions } from './options.ts'
import { findShellProgram, NO_ELECTRON } from './shell-program.ts'

const CANNOT_TRY = 2
const INTERRUPTED = 130
const NO_DISPLAY = 'There is no display, and Xvfb could not be started. Install it: sudo apt-get install xvfb'

function refuse(sentence: string): number {
  console.error(sentence)
  return CANNOT_TRY
}

/** Everything that can be missing is asked for before the first slow step. */
const problemOf = async (binary: string | null): Promise<string | null> =>
  binary === null ? NO_ELECTRON : probeElectron(binary)

async function tryIt(options: SmokeOptions, ending: Ending): Promise<number> {
  const problem = misnamedElectron(process.env) ?? (await problemOf(findElectron()))
  if (problem !== null) return refuse(problem)
  if (!options.isBuilt) await buildWhenNeeded(PROJECT_ROOT, (sentence) => console.log(sentence))
  builtFolder()
  const hasDisplay = (await findDisplay(process.env)).isThere
  const virtual = hasDisplay ? null : await startVirtualDisplay()
  if (!hasDisplay && virtual === null) return refuse(NO_DISPLAY)
  const shell = findShellProgram(virtual)
  if (shell === null) return refuse(NO_ELECTRON)
  // Only now: it takes long to load, and nothing may be tried.
  const { runSmoke } = await import('./smoke.ts')
  const { passed, failed } = await runSmoke(options, shell, ending.signal)
  if (ending.signal.aborted) return INTERRUPTED
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

async function main(): Promise<number> {
  const read = readSmokeOptions(process.argv.slice(2))
  if (read.kind === 'problem') return refuse(read.text)
  if (read.kind === 'help') {
    console.log(read.text)
    return 0
  }
  const ending = createEnding((sentence) => console.log(sentence))
  try {
    return await tryIt(read.options, ending)
  } catch (error) {
    if (!(error instanceof Trouble)) throw error
    return refuse(error.message)
  } finally {
    await ending.run()
  }
}

process.exit(await main())
