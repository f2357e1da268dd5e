/**
 * Every statement of every main flow fails once, in each of the ways in which SQLite fails: the library is as it was
 * before, or as it is after; a failure with the right code comes back; the next try works.
 */
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { FailureCode, Result } from '../../src/shared/failure.ts'
import { type StatementError, watchStatements } from '../helpers/failing-statements.ts'
import { temporaryFolder } from '../helpers/temporary-library.ts'
import { type Flow, checkOf, putLibrary } from './statement-flow.ts'
import { FILE_FLOWS } from './statement-files.ts'
import { SYNC_FLOWS } from './statement-sync.ts'
import { VERB_FLOWS } from './statement-verbs.ts'

const faults = watchStatements()

const ERRORS: readonly (StatementError & { readonly means: FailureCode })[] = [
  { code: 'SQLITE_IOERR_WRITE', rollsBack: false, means: 'library-damaged' },
  { code: 'SQLITE_FULL', rollsBack: true, means: 'disk-full' },
  // A lock is waited for when a transaction begins to write, and when it ends.
  { code: 'SQLITE_BUSY', rollsBack: false, where: /^(BEGIN|COMMIT|PRAGMA)/i, means: 'library-locked' }
]

/** Statements that failed, over all tests of this file. */
const broken = { count: 0 }

/** Fails the first, the second ... statement until the flow gets through; answers what went otherwise than it must. */
async function breakEach(flow: Flow, error: (typeof ERRORS)[number]): Promise<{ count: number; wrong: string[] }> {
  const folder = temporaryFolder()
  const [template, file] = [join(folder, 'template.db'), join(folder, 'library.db')]
  flow.setUp(template)
  const after = await stateAfter(flow, template, file)
  const wrong: string[] = []
  const begin = () => (putLibrary(template, file), flow.ready(file))
  let ready = begin()
  const before = flow.stateOf(file, ready)
  for (let n = 1, count = 0; ; n += flow.stride, count += 1) {
    faults.arm(n, error)
    const result = await ready.run()
    const isUnspent = faults.disarm()
    const state = flow.stateOf(file, ready)
    const told = judge(result, { state, before, after, means: error.means })
    if (told !== null) wrong.push(`${flow.name}, ${error.code} at ${n}: ${told}`)
    if (ready.db?.isInTransaction() === true) wrong.push(`${flow.name} at ${n}: a transaction is left open`)
    // The next try goes on in the same library, and gets as far as the next statement.
    if (!result.ok && state === before) continue
    ready.close()
    if (checkOf(file) !== 'ok') wrong.push(`${flow.name} at ${n}: the file is damaged`)
    if (isUnspent) return { count, wrong }
    ready = begin()
  }
}

interface States {
  readonly state: string
  readonly before: string
  readonly after: string
  readonly means: FailureCode
}

/** null when all is well. */
function judge(result: Result<unknown>, { state, before, after, means }: States): string | null {
  if (!result.ok && result.failure.code !== means) return `told as ${result.failure.code}`
  if (state === (result.ok ? after : before)) return null
  return `${result.ok ? 'done' : 'failed'}, but the library is ${state === before ? 'as before' : state === after ? 'as after' : 'half done'}`
}

async function stateAfter(flow: Flow, template: string, file: string): Promise<string> {
  putLibrary(template, file)
  const ready = flow.ready(file)
  const result = await ready.run()
  const state = flow.stateOf(file, ready)
  ready.close()
  if (!result.ok) throw new Error(`${flow.name} does not work at all: ${result.failure.code}`)
  return state
}

const FLOWS = [...VERB_FLOWS, ...SYNC_FLOWS, ...FILE_FLOWS]

test.each(FLOWS.map((flow) => [flow.name, flow] as const))('%s', async (_, flow) => {
  for (const error of ERRORS) {
    const { count, wrong } = await breakEach(flow, error)
    expect(wrong).toEqual([])
    broken.count += count
  }
})

afterAll(() => console.log(`${FLOWS.length} flows, ${broken.count} statements broken`))
