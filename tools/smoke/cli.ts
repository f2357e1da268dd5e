/** `npm run smoke`. */
import { builtFolder, PROJECT_ROOT } from '../../drivers/built-app.ts'
import { findElectron, misnamedElectron } from '../../drivers/chosen-shell.ts'
import { BAD_INPUT, runCommand } from '../../drivers/command-line.ts'
import { CliError } from '../setup/cli-error.mjs'
import { buildWhenNeeded } from '../start/build.ts'
import { findDisplay, startVirtualDisplay } from '../start/display.ts'
import { probeElectron } from '../start/electron.ts'
import { withEnding, type Ending } from '../start/ending.ts'
import { SMOKE, type SmokeOptions } from './options.ts'
import { findShellProgram, NO_ELECTRON } from './shell-program.ts'

const INTERRUPTED = 130
const NO_DISPLAY = 'There is no display, and Xvfb did not start. Install it: sudo apt-get install xvfb'

const say = (sentence: string): void => console.log(sentence)

const problemOf = async (binary: string | null): Promise<string | null> =>
  binary === null ? NO_ELECTRON : probeElectron(binary)

/** Checks what may be missing before the first slow step. */
async function run(options: SmokeOptions, { signal }: Ending): Promise<number> {
  const problem = misnamedElectron(process.env) ?? (await problemOf(findElectron()))
  if (problem !== null) throw new CliError(problem, BAD_INPUT)
  if (!options.built) await buildWhenNeeded(PROJECT_ROOT, say)
  builtFolder()
  const hasDisplay = (await findDisplay(process.env)).isThere
  const virtual = hasDisplay ? null : await startVirtualDisplay()
  if (!hasDisplay && virtual === null) throw new CliError(NO_DISPLAY, BAD_INPUT)
  const shell = findShellProgram(virtual)
  if (shell === null) throw new CliError(NO_ELECTRON, BAD_INPUT)
  // Loaded late, because it takes long and may not be needed.
  const { runSmoke } = await import('./smoke.ts')
  const { passed, failed } = await runSmoke(options, shell, signal)
  if (!signal.aborted) console.log(`\n${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

await runCommand(SMOKE, (options) => withEnding(say, (ending) => run(options, ending), INTERRUPTED))
