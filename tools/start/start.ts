/**
 * `npm start`: builds, starts the reference service with sample pictures, and opens the program connected to it.
 * Stays until Ctrl+C or until the program is closed, and ends all that it started. help.txt lists the options.
 *
 * Exit codes: 0 ended as asked, 1 it could not be done, 2 bad input or a port that cannot be had.
 */
import { resolve } from 'node:path'
import { buildWhenNeeded } from './build.ts'
import type { Ending } from './ending.ts'
import { refuseTakenPort } from './free-port.ts'
import { readOptions, type StartOptions } from './options.ts'
import { runCommand } from './run-command.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const say = (sentence: string): void => console.log(sentence)

async function start(options: StartOptions, ending: Ending): Promise<number> {
  await refuseTakenPort(options.port, '--port')
  await refuseTakenPort(options.debuggingPort, '--remote-debugging-port')
  await buildWhenNeeded(ROOT, say)
  if (ending.signal.aborted) return 0
  if (options.screens !== null) {
    const { photographScreens } = await import('./screens.ts')
    return photographScreens({ root: ROOT, folder: options.screens, ending, say })
  }
  const { runSession } = await import('./session.ts')
  await runSession({ root: ROOT, options, ending, say })
  return 0
}

process.exit(await runCommand({ folder: import.meta.dirname, read: readOptions, say, work: start }))
