/** Makes `electron` an importable module of this process, whose exports are the host's objects. */
import { registerHooks } from 'node:module'
import type { LoadedFiles } from './loaded-files.ts'

const ADDRESS = 'electron-host:module'
const NAMES = new Set(['electron', 'electron/main', 'electron/common'])
/** Where the module's generated source finds the objects; a symbol nobody meets by chance. */
const SLOT = 'chromium-host.electron'

/** From here on `import { app } from 'electron'` works; a name the host lacks fails at the import, naming itself. */
export function installElectron(electron: Readonly<Record<string, unknown>>, loaded: LoadedFiles): void {
  Object.defineProperty(globalThis, Symbol.for(SLOT), { value: electron })
  const source = [
    `const electron = globalThis[Symbol.for('${SLOT}')]`,
    'export default electron',
    ...Object.keys(electron).map((name) => `export const ${name} = electron.${name}`)
  ].join('\n')
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      NAMES.has(specifier) ? { url: ADDRESS, format: 'module', shortCircuit: true } : nextResolve(specifier, context),
    load: (url, context, nextLoad) => {
      if (url === ADDRESS) return { format: 'module', source, shortCircuit: true }
      loaded.module(url)
      return nextLoad(url, context)
    }
  })
}
