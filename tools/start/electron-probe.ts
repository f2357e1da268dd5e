/** Whether an Electron that is there also starts, and what the system lacks when it does not. */
import { dirname } from 'node:path'
import { runChild } from '../setup/children.mjs'
import { readMachine } from '../setup/system-packages.mjs'

const LIMIT_MS = 20_000

/** Which Debian package brings a library that Electron is linked to. */
const DEBIAN_PACKAGE_OF: Readonly<Record<string, string>> = {
  'libasound.so.2': 'libasound2',
  'libatk-1.0.so.0': 'libatk1.0-0',
  'libatk-bridge-2.0.so.0': 'libatk-bridge2.0-0',
  'libatspi.so.0': 'libatspi2.0-0',
  'libcairo.so.2': 'libcairo2',
  'libcups.so.2': 'libcups2',
  'libdbus-1.so.3': 'libdbus-1-3',
  'libdrm.so.2': 'libdrm2',
  'libexpat.so.1': 'libexpat1',
  'libgbm.so.1': 'libgbm1',
  'libgio-2.0.so.0': 'libglib2.0-0',
  'libglib-2.0.so.0': 'libglib2.0-0',
  'libgobject-2.0.so.0': 'libglib2.0-0',
  'libgtk-3.so.0': 'libgtk-3-0',
  'libnspr4.so': 'libnspr4',
  'libnss3.so': 'libnss3',
  'libnssutil3.so': 'libnss3',
  'libsmime3.so': 'libnss3',
  'libpango-1.0.so.0': 'libpango-1.0-0',
  'libudev.so.1': 'libudev1',
  'libX11.so.6': 'libx11-6',
  'libxcb.so.1': 'libxcb1',
  'libXcomposite.so.1': 'libxcomposite1',
  'libXdamage.so.1': 'libxdamage1',
  'libXext.so.6': 'libxext6',
  'libXfixes.so.3': 'libxfixes3',
  'libxkbcommon.so.0': 'libxkbcommon0',
  'libXrandr.so.2': 'libxrandr2'
}

/** null when it starts, else a sentence that says why not and, if it is known, what to do. */
export async function probeElectron(binary: string): Promise<string | null> {
  // As plain Node: this loads every library and needs neither a display nor a sandbox.
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  const run = await runChild(binary, ['-p', 'process.version'], { env, limitMs: LIMIT_MS })
  // A file that is no program may be run by a shell, which finds nothing in it to complain of.
  if (run.status === 0 && /^v\d/.test(run.output)) return null
  const last = run.output.trim().split('\n').at(-1)
  const said = run.error?.message ?? (run.isLate ? 'it did not answer' : last)
  return `Electron is here but does not start: ${said === undefined || said === '' ? 'it said nothing' : said}.${await advice(binary, run.output)}`
}

async function advice(binary: string, output: string): Promise<string> {
  const missing = await missingLibraries(binary, output)
  if (missing.length === 0) return ''
  const packages = [...new Set(missing.map((name) => DEBIAN_PACKAGE_OF[name]).filter((name) => name !== undefined))]
  if (readMachine().distribution === 'other' || packages.length === 0)
    return ` It needs ${missing.join(', ')}: install them to have it.`
  return ` To have it:\n\n  sudo apt-get install -y ${packages.join(' ')}\n`
}

/** The loader names only the first; `ldd` names all, where it is there. */
async function missingLibraries(binary: string, output: string): Promise<string[]> {
  const first = /loading shared libraries: ([^:\s]+):/.exec(output)?.[1]
  if (first === undefined) return []
  const { output: list } = await runChild('ldd', [binary], { cwd: dirname(binary), limitMs: LIMIT_MS })
  const all = [...list.matchAll(/^\s*(\S+) => not found/gm)].map(([, name]) => name ?? '')
  return [...new Set([first, ...all])]
}
