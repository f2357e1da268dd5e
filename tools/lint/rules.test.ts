/** Lints a minimal violation of each rule with the project's configuration. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const FIXTURES = join(import.meta.dirname, 'fixtures')
const lines = (count: number): string => Array.from({ length: count }, (_, i) => `  total += ${i}`).join('\n')
const longFunction = (count: number): string =>
  `export function add(): number {\n  let total = 0\n${lines(count)}\n  return total\n}\n`

/** Rule, file in fixtures/src (or in fixtures, outside of src), text. */
const VIOLATIONS: readonly (readonly [rule: string, place: string, text: string])[] = [
  ['rooms', 'main/engine/domain/reads-storage.ts', "import '../storage/images.ts'\n"],
  ['rooms', 'main/engine/library/knows-sync.ts', "import '../sync/push.ts'\n"],
  ['rooms', 'main/engine/client-reads-storage/../client.ts', "import './storage/images.ts'\n"],
  ['rooms', 'main/engine/sync/names-driver.ts', "import 'better-sqlite3'\n"],
  ['rooms', 'main/http/names-keytar.ts', "import 'keytar'\n"],
  ['rooms', 'main/engine/index.ts', "import 'electron'\n"],
  ['rooms', 'shared/reads-main.ts', "import '../main/log.ts'\n"],
  ['rooms', 'preload/reads-main.ts', "import '../main/log.ts'\n"],
  ['rooms', 'renderer/images/reads-projects.ts', "import '../projects/projects-screen.tsx'\n"],
  ['rooms', 'renderer/images/commands/reads-grid.ts', "import '../grid/image-grid.tsx'\n"],
  ['rooms', 'renderer/ui/reads-images.ts', "import '../images/images-screen.tsx'\n"],
  [
    'rooms',
    'renderer/images/lazy.ts',
    "export const later = (): Promise<unknown> => import('../projects/projects-screen.tsx')\n"
  ],
  ['rooms', 'reference-service/reads-main.ts', "export * from '../main/log.ts'\n"],
  ['rooms', 'nowhere/lost.ts', "import 'node:fs'\n"],
  [
    'guarded-names',
    'main/engine/service/fetches.ts',
    "export const get = (): Promise<Response> => fetch('https://a.example')\n"
  ],
  ['guarded-names', 'renderer/images/ipc.ts', 'export const raw = (ipcRenderer: unknown): unknown => ipcRenderer\n'],
  ['guarded-names', 'renderer/images/bridge-user.ts', 'export const bridge = window.bridge\n'],
  [
    'watched-work',
    'main/engine/sync/unwatched.ts',
    'export const start = (work: () => Promise<void>): void => void work()\n'
  ],
  ['rooms', '../tools/journey/reads-test.ts', "import '../../test/helpers/rigs.ts'\n"],
  ['rooms', '../test/e2e/reads-tool.test.ts', "import '../../tools/start/start.ts'\n"],
  ['rooms', '../test/faults/reads-tool.ts', "import '../../tools/start/start.ts'\n"],
  ['rooms', '../drivers/reads-tool.ts', "import '../tools/start/start.ts'\n"],
  ['rooms', '../tools/chromium-host/reads-driver.ts', "import '../../drivers/open-app.ts'\n"],
  ['rooms', 'shared/reads-tool.test.ts', "import '../../tools/start/start.ts'\n"],
  ['settled-waits', '../test/e2e/polls.test.ts', 'await expect.poll(() => 1).toBe(1)\n'],
  ['settled-waits', 'shared/waits.test.ts', 'await vi.waitFor(() => undefined)\n'],
  ['settled-waits', '../test/e2e/pauses.test.ts', 'await page.waitForTimeout(100)\n'],
  [
    'settled-waits',
    '../test/helpers/sleeps.ts',
    "import { setTimeout as pause } from 'node:timers/promises'\nawait pause(5)\n"
  ],
  ['settled-waits', '../test/e2e/other-wait.test.ts', "import { eventually } from '../../drivers/eventually.ts'\n"],
  ['guarded-names', 'main/engine/sync/unwatched-turn.ts', 'queueMicrotask(() => undefined)\n'],
  ['no-cycle', 'shared/cycle-a.ts', "import { b } from './cycle-b.ts'\nexport const a = (): number => b() + 1\n"],
  ['no-cycle', 'shared/cycle-b.ts', "import { a } from './cycle-a.ts'\nexport const b = (): number => a() + 1\n"],
  ['no-cycle', 'shared/types-a.ts', "import type { B } from './types-b.ts'\nexport type A = B | 1\n"],
  ['no-cycle', 'shared/types-b.ts', "import type { A } from './types-a.ts'\nexport type B = readonly A[]\n"],
  ['no-barrel-file', 'shared/barrel.ts', "export * from './image.ts'\n"],
  [
    'max-lines',
    'shared/long-file.ts',
    `${Array.from({ length: 401 }, (_, i) => `export const n${i} = ${i}`).join('\n')}\n`
  ],
  ['max-lines-per-function', 'shared/long-function.ts', longFunction(51)],
  ['max-lines-per-function', 'renderer/images/long-component.tsx', longFunction(81)],
  [
    'max-params',
    'shared/params.ts',
    'export const f = (a: number, b: number, c: number, d: number, e: number): number => a + b + c + d + e\n'
  ],
  [
    'max-depth',
    'shared/deep.ts',
    'export function f(a: number): number {\n  if (a > 1) { if (a > 2) { if (a > 3) { if (a > 4) { if (a > 5) { return 1 } } } } }\n  return 0\n}\n'
  ],
  ['filename-case', 'shared/camelCase.ts', 'export const a = 1\n'],
  ['no-explicit-any', 'shared/any.ts', 'export const a = (x: any): unknown => x\n'],
  ['no-non-null-assertion', 'shared/bang.ts', 'export const a = (x: string | null): string => x!\n'],
  [
    'no-floating-promises',
    'shared/floating.ts',
    'export const a = async (): Promise<void> => {}\nexport const b = (): void => {\n  a()\n}\n'
  ],
  ['no-empty', 'shared/swallow.ts', 'export const a = (f: () => void): void => {\n  try {\n    f()\n  } catch {}\n}\n'],
  ['ban-ts-comment', 'shared/suppress.ts', '// @ts-ignore\nexport const a: string = 1\n'],
  ['jsx-no-literals', 'renderer/images/text.tsx', 'export const Text = () => <p>Hello</p>\n'],
  ['sentences', 'main/says.ts', "export const says = 'The window crashed again.'\n"],
  ['sentences', 'renderer/images/says-end.ts', 'export const end = (what: string): string => `${what}, all saved.`\n'],
  ['sentences', 'renderer/images/says.tsx', 'export const Says = () => <p title="Add it to Favorites">{1}</p>\n'],
  ['sentences', '../drivers/quotes.ts', "await page.getByRole('button', { name: 'Connect' }).click()\n"],
  ['sentences', '../drivers/quotes-part.ts', 'await page.getByText(/^Deleting /).click()\n'],
  ['sentences', '../tools/screens/scenes/says.ts', "export const says = () => 'Settings'\n"],
  ['sentences', 'copy/en/refused.ts', "export const refused = { seen: 'Your records are safe' }\n"],
  ['sentences', 'copy/de/refused.ts', "export const refused = { seen: 'Ihre Bilder sind sicher' }\n"],
  [
    'texts-at-use',
    'renderer/images/frozen.ts',
    "import { copy } from '../../copy/language.ts'\nexport const labels = [1].map(() => copy.images.grid)\n"
  ],
  ['no-console', 'main/noisy.ts', "export const a = (): void => console.log('x')\n"]
]

/** Files without violations. */
const CLEAN: Readonly<Record<string, string>> = {
  'main/engine/domain/clean.ts':
    "import { fail } from '../../../shared/failure.ts'\n\nexport const gone = (): string => fail('not-found').toString()\n",
  'copy/en/clean.ts': "export const clean = { seen: 'Your images are safe' }\n",
  'copy/de/clean.ts': "export const clean = { seen: 'Die Bilder sind sicher' }\n",
  'renderer/images/at-use.ts':
    "import { copy } from '../../copy/language.ts'\n\nexport const label = (): string => copy.images.grid\n",
  'shared/clean.test.ts':
    "import { receipt } from '../../test/helpers/status-samples.ts'\n\nexport const one = receipt\n",
  '../tools/journey/clean.ts':
    "import { openApp } from '../../drivers/open-app.ts'\nimport { say } from '../start/start.ts'\n\nexport const all = [openApp, say]\n"
}

function writeFixture(place: string, text: string): void {
  const file = join(FIXTURES, 'src', place)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

interface Diagnostic {
  readonly code?: string
  readonly filename?: string
}

describe('lint rules of the design', () => {
  let found: readonly Diagnostic[] = []

  beforeAll(() => {
    rmSync(FIXTURES, { recursive: true, force: true })
    for (const [, place, text] of VIOLATIONS) writeFixture(place, text)
    for (const [place, text] of Object.entries(CLEAN)) writeFixture(place, text)
    // The project's configuration excludes the fixtures.
    const list = JSON.parse(readFileSync(join(ROOT, '.oxlintrc.json'), 'utf8')) as Record<string, unknown>
    const plugin = join(ROOT, 'tools/lint/plugin.ts')
    writeFileSync(join(FIXTURES, 'list.json'), JSON.stringify({ ...list, jsPlugins: [plugin], ignorePatterns: [] }))
    const run = spawnSync('oxlint', ['-c', join(FIXTURES, 'list.json'), '-f', 'json', FIXTURES], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024
    })
    const report = JSON.parse(run.stdout) as { diagnostics: readonly Diagnostic[] }
    found = report.diagnostics
  }, 60_000)

  afterAll(() => rmSync(FIXTURES, { recursive: true, force: true }))

  it.each(VIOLATIONS)('%s fires on %s', (rule, place) => {
    const file = join('tools/lint/fixtures/src', place)
    const codes = found.filter((one) => one.filename?.endsWith(file) === true).map((one) => one.code)
    expect(
      codes.some((code) => code?.includes(rule) === true),
      `${file}: ${codes.join(', ')}`
    ).toBe(true)
  })

  it.each(Object.keys(CLEAN))('reports nothing in %s', (place) => {
    const file = join('tools/lint/fixtures/src', place)
    expect(found.filter((one) => one.filename?.endsWith(file) === true)).toEqual([])
  })
})
