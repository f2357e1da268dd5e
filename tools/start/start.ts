/** `npm start`. */
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { runCommand } from '../../drivers/command-line.ts'
import { buildWhenNeeded } from './build.ts'
import { withEnding, type Ending } from './ending.ts'
import { refuseTakenPort } from './free-port.ts'
import { START, type StartOptions } from './options.ts'

const say = (sentence: string): void => console.log(sentence)

async function start(options: StartOptions, ending: Ending): Promise<number> {
  await refuseTakenPort(options.port, '--port')
  await refuseTakenPort(options.remoteDebuggingPort, '--remote-debugging-port')
  await buildWhenNeeded(PROJECT_ROOT, say)
  if (ending.signal.aborted) return 0
  // Only now: they take long to load.
  if (options.screens !== null) {
    const { photographScreens } = await import('./screens.ts')
    return photographScreens({ folder: options.screens, ending, say })
  }
  const { runSession } = await import('./session.ts')
  await runSession({ options, ending, say })
  return 0
}

await runCommand(START, (options) => withEnding(say, (ending) => start(options, ending)))
