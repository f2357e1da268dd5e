/** Starts Chromium and the app's main module at the same time; the app is ready when both are. */
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { launchChromium, type Chromium } from './chromium.ts'
import { serveControl } from './control.ts'
import { createElectron, type HostState } from './create-electron.ts'
import type { HostOptions } from './options.ts'
import { findWindowPage } from './page-link.ts'

/** Time for the app to close its library after SIGTERM or the end of Chromium, before the process is ended. */
const QUIT_LIMIT_MS = 5_000

/** Resolves when the app is ready. The process ends by the app's own quit. */
export async function startHost(options: HostOptions): Promise<void> {
  const chromium = launchChromium(options)
  const watched = Promise.race([findWindowPage(chromium.cdp), chromium.died.then(neverStarted)])
  const leaving = { hasBegun: false }
  const { electron, state } = createElectron({
    options,
    page: watched,
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
  installElectron(electron)
  pretendToBeElectron(options)
  try {
    await Promise.all([import(pathToFileURL(options.entry).href), watched])
    state.app.becomeReady()
  } catch (error) {
    // An app that quits immediately, such as a second instance, closes Chromium before it is ready.
    if (!leaving.hasBegun) throw error
  }
}

function neverStarted(): never {
  throw new Error('Chromium ended before it could be used')
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

const ADDRESS = 'electron-host:module'
/** Symbol under which the generated module finds the objects. */
const SLOT = 'chromium-host.electron'

/** Makes `electron` importable. Importing a name that the host lacks fails with that name. */
function installElectron(electron: Readonly<Record<string, unknown>>): void {
  Object.defineProperty(globalThis, Symbol.for(SLOT), { value: electron })
  const source = [
    `const electron = globalThis[Symbol.for('${SLOT}')]`,
    'export default electron',
    ...Object.keys(electron).map((name) => `export const ${name} = electron.${name}`)
  ].join('\n')
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      specifier === 'electron'
        ? { url: ADDRESS, format: 'module', shortCircuit: true }
        : nextResolve(specifier, context),
    load: (url, context, nextLoad) =>
      url === ADDRESS ? { format: 'module', source, shortCircuit: true } : nextLoad(url, context)
  })
}
