/** `npm start`. */
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { runCommand } from '../../drivers/command-line.ts'
import { buildWhenNeeded } from './build.ts'
import { withEnding, type Ending } from './ending.ts'
import { START, type StartOptions, requireFreePort } from './options.ts'

const say = (sentence: string): void => console.log(sentence)

async function start(options: StartOptions, ending: Ending): Promise<number> {
  await requireFreePort(options.port, '--port')
  await requireFreePort(options.remoteDebuggingPort, '--remote-debugging-port')
  await buildWhenNeeded(PROJECT_ROOT, say)
  if (ending.signal.aborted) return 0
  // Loaded late, because it takes long and the help does not need it.
  const { runSession } = await import('./session.ts')
  await runSession({ options, ending, say })
  return 0
}

await runCommand(START, (options) => withEnding(say, (ending) => start(options, ending)))
