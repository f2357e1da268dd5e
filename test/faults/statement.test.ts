/**
 * Statements of every main flow fail once, in each of SQLite's failure modes: the library is as before or as after the
 * flow, a failure with the right code is returned, and the next attempt succeeds. `npm run test:deep` breaks every
 * statement.
 */
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { FailureCode, Result } from '../../src/shared/failure.ts'
import { inDepth } from '../helpers/depth.ts'
import { type StatementError, watchStatements } from '../helpers/failing-statements.ts'
import { temporaryFolder } from '../helpers/temporary-library.ts'
import { type Flow, checkOf, putLibrary } from './statement-flow.ts'
import { FILE_FLOWS } from './statement-files.ts'
import { SYNC_FLOWS } from './statement-sync.ts'
import { VERB_FLOWS } from './statement-verbs.ts'

const faults = watchStatements()

interface PlayedError extends StatementError {
  readonly means: FailureCode
  /** Number of the first statement that fails; different starting points cover more statements together. */
  readonly first: number
}

const ERRORS: readonly PlayedError[] = [
  { code: 'SQLITE_IOERR_WRITE', rollsBack: false, means: 'library-damaged', first: 1 },
  { code: 'SQLITE_FULL', rollsBack: true, means: 'disk-full', first: inDepth(1, 3) },
  // SQLite waits for a lock when a transaction begins to write, and when it ends.
  { code: 'SQLITE_BUSY', rollsBack: false, where: /^(BEGIN|COMMIT|PRAGMA)/i, means: 'library-locked', first: 1 }
]

/** Failed statements, over all tests of this file. */
const broken = { count: 0 }

/** A flow, its initial library, and the file on which it runs. */
interface Stage {
  readonly flow: Flow
  readonly template: string
  readonly file: string
  /** The state after a run without failures. */
  readonly after: string
}

async function stageOf(flow: Flow): Promise<Stage> {
  const folder = temporaryFolder()
  const [template, file] = [join(folder, 'template.db'), join(folder, 'library.db')]
  flow.setUp(template)
  return { flow, template, file, after: await stateAfter(flow, template, file) }
}

/** Fails one statement after the other until the flow succeeds; returns descriptions of wrong results. */
async function breakEach(
  { flow, template, file, after }: Stage,
  error: PlayedError
): Promise<{ count: number; wrong: string[] }> {
  const wrong: string[] = []
  const stride = inDepth(1, error.where === undefined ? flow.stride : 1)
  const begin = () => (putLibrary(template, file), flow.ready(file))
  let ready = begin()
  const before = flow.stateOf(file, ready)
  for (let n = error.first, count = 0; ; n += stride, count += 1) {
    faults.arm(n, error)
    const result = await ready.run()
    const neverFailed = faults.disarm()
    const state = flow.stateOf(file, ready)
    const problem = judge(result, { state, before, after, means: error.means })
    if (problem !== null) wrong.push(`${flow.name}, ${error.code} at ${n}: ${problem}`)
    if (ready.db?.isInTransaction() === true) wrong.push(`${flow.name} at ${n}: a transaction is left open`)
    // The next attempt continues in the same library, up to the next statement.
    if (!result.ok && state === before) continue
    ready.close()
    if (checkOf(file) !== 'ok') wrong.push(`${flow.name} at ${n}: the file is damaged`)
    if (neverFailed) return { count, wrong }
    ready = begin()
  }
}

interface States {
  readonly state: string
  readonly before: string
  readonly after: string
  readonly means: FailureCode
}

/** `null` if the result is right. */
function judge(result: Result<unknown>, { state, before, after, means }: States): string | null {
  if (!result.ok && result.failure.code !== means) return `reported as ${result.failure.code}`
  if (state === (result.ok ? after : before)) return null
  return `${result.ok ? 'done' : 'failed'}, but the library is ${state === before ? 'as before' : state === after ? 'as after' : 'half done'}`
}

async function stateAfter(flow: Flow, template: string, file: string): Promise<string> {
  putLibrary(template, file)
  const ready = flow.ready(file)
  const result = await ready.run()
  const state = flow.stateOf(file, ready)
  ready.close()
  if (!result.ok) throw new Error(`${flow.name} fails without a fault: ${result.failure.code}`)
  return state
}

const FLOWS = [...VERB_FLOWS, ...SYNC_FLOWS, ...FILE_FLOWS]

test.each(FLOWS.map((flow) => [flow.name, flow] as const))('%s', async (_, flow) => {
  const stage = await stageOf(flow)
  let count = 0
  for (const error of ERRORS) {
    const result = await breakEach(stage, error)
    expect(result.wrong).toEqual([])
    count += result.count
  }
  expect(count).toBeGreaterThan(0)
  broken.count += count
})

afterAll(() => console.log(`${FLOWS.length} flows, ${broken.count} statements broken`))
