/** Starts the app: Chromium and the main module at the same time, `ready` when both are there. */
import { pathToFileURL } from 'node:url'
import { launchChromium, type Chromium } from './chromium.ts'
import { serveControl } from './control.ts'
import { createElectron, type HostState } from './create-electron.ts'
import { installElectron } from './electron-hook.ts'
import { LoadedFiles } from './loaded-files.ts'
import type { HostOptions } from './options.ts'
import { watchThreads } from './thread-watch.ts'
import { WindowPages } from './window-pages.ts'

/** After SIGTERM or the loss of Chromium the app may still close its library; then it is ended. */
const QUIT_LIMIT_MS = 5_000

/** Resolves when the app is ready. The process ends by the app's own quit. */
export async function startHost(options: HostOptions): Promise<void> {
  const loaded = new LoadedFiles(options.outFolder, options.printsHashes ? printLine : null)
  const chromium = launchChromium(options)
  const watched = Promise.race([WindowPages.watch(chromium.cdp), chromium.died.then(neverStarted)])
  const leaving = { hasBegun: false }
  const { electron, state } = createElectron({
    options,
    pages: watched,
    loaded,
    leave: async (code) => {
      leaving.hasBegun = true
      await chromium.close()
      process.exit(code)
    }
  })
  process.on('exit', chromium.killNow)
  endWithSignals(state)
  void endWithChromium(chromium, state)
  serveControl(state)
  installElectron(electron, loaded)
  if (loaded.isWanted) watchThreads()
  pretendToBeElectron(options)
  try {
    await Promise.all([import(pathToFileURL(options.entry).href), watched])
    state.app.becomeReady()
  } catch (error) {
    // An app that quits at once, as a second start does, takes Chromium away before it was ready.
    if (!leaving.hasBegun) throw error
  }
}

function neverStarted(): never {
  throw new Error('Chromium ended before it could be used')
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}

function pretendToBeElectron({ root, appArguments }: HostOptions): void {
  process.argv = [process.execPath, root, ...appArguments]
  Object.defineProperty(process, 'type', { value: 'browser' })
  Object.defineProperty(process, 'defaultApp', { value: true })
}

function endWithSignals({ app }: HostState): void {
  const quit = () => {
    setTimeout(() => process.exit(1), QUIT_LIMIT_MS).unref()
    app.quit()
  }
  process.on('SIGTERM', quit)
  process.on('SIGINT', quit)
  process.on('SIGHUP', quit)
}

async function endWithChromium(chromium: Chromium, { app, windows }: HostState): Promise<void> {
  await chromium.died
  process.stderr.write('chromium-host: Chromium is gone\n')
  setTimeout(() => process.exit(1), QUIT_LIMIT_MS).unref()
  for (const window of windows) window.destroy()
  app.quit()
}
