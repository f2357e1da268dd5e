/**
 * `npm run dev`: the program with hot reload, connected to a local service with sample pictures. help.txt lists the
 * options.
 *
 *   npm run dev -- --headless --remote-debugging-port 9222
 *
 * electron-vite serves the renderer at 127.0.0.1 and builds main and preload into `.dev` whenever they change. It starts
 * shell.ts in the place of Electron, which opens Electron or the Chromium host. State that React can keep stays through
 * a change of a component; a change of the preload loads the window again; one of main opens the program again, on the
 * same library and connected as before. Ctrl+C, or closing the window, ends everything.
 *
 * Exit codes: 0 ended by the person, 1 it could not be done, 2 bad input or a port that cannot be had.
 */
import { runCommand } from '../start/run-command.ts'
import { runDev } from './dev.ts'
import { readDevOptions } from './options.ts'

const say = (sentence: string): void => console.log(`[dev] ${sentence}`)

process.exit(
  await runCommand({
    folder: import.meta.dirname,
    read: readDevOptions,
    say,
    work: (options, ending) => runDev(options, ending, say)
  })
)
