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

const INTERRUPTED = 130
const NO_DISPLAY = 'There is no display, and Xvfb did not start. Install it: sudo apt-get install xvfb'

const say = (sentence: string): void => console.log(sentence)

const NO_ELECTRON = `There is no Electron on this computer, so nothing was tested. Install it with

  npx install-electron

(ELECTRON_MIRROR names another server), or use another one: ELECTRON_EXEC_PATH=/path/to/electron.`

/** Checks what may be missing before the first slow step. */
async function run(options: SmokeOptions, { signal }: Ending): Promise<number> {
  const binary = findElectron()
  const problem = misnamedElectron(process.env) ?? (binary === null ? NO_ELECTRON : await probeElectron(binary))
  if (binary === null || problem !== null) throw new CliError(problem ?? NO_ELECTRON, BAD_INPUT)
  if (!options.built) await buildWhenNeeded(PROJECT_ROOT, say)
  builtFolder()
  const env = (await findDisplay(process.env)).isThere ? {} : await startVirtualDisplay()
  if (env === null) throw new CliError(NO_DISPLAY, BAD_INPUT)
  // Loaded late, because it takes long and may not be needed.
  const { runSmoke } = await import('./smoke.ts')
  const { passed, failed } = await runSmoke(options, { binary, env }, signal)
  if (!signal.aborted) console.log(`\n${passed} passed, ${failed} failed`)
  return failed > 0 || passed === 0 ? 1 : 0
}

await runCommand(SMOKE, (options) => withEnding(say, (ending) => run(options, ending), INTERRUPTED))
