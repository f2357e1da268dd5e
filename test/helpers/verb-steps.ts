/** All possible operations on a small library and its service, with every verb, chosen at random. */
import * as fc from 'fast-check'

import { REPAIR_ACTIONS, type EngineRepairAction } from '../../src/shared/change.ts'

/** Outcomes of a request: applied with a response, applied but the response is lost, lost in transit, refused, postponed, never sent. */
const ANSWERS = ['applied', 'response-lost', 'lost', 'refused', 'postponed', 'not-sent'] as const
export type Answer = (typeof ANSWERS)[number]

/** `which` and similar fields are taken modulo the number of candidates. */
export type VerbStep =
  | { readonly do: 'star'; readonly which: readonly number[]; readonly favorite: boolean }
  | { readonly do: 'rename'; readonly which: number; readonly name: string }
  | { readonly do: 'delete'; readonly which: readonly number[] }
  | { readonly do: 'delete-project'; readonly which: number }
  | { readonly do: 'create'; readonly name: string }
  | { readonly do: 'edit'; readonly which: number; readonly name: string }
  | { readonly do: 'undo'; readonly batch: number }
  | { readonly do: 'stop'; readonly batch: number; readonly isUndoing: boolean }
  | { readonly do: 'pause'; readonly batch: number; readonly isPaused: boolean }
  | { readonly do: 'first'; readonly batch: number }
  | { readonly do: 'repair'; readonly entry: number; readonly repairAction: EngineRepairAction }
  | { readonly do: 'claim'; readonly lane: 'interactive' | 'batch'; readonly limit: number }
  | { readonly do: 'answer'; readonly at: number; readonly how: Answer }
  | { readonly do: 'elsewhere'; readonly which: number; readonly name: string; readonly favorite: boolean }
  | { readonly do: 'gone'; readonly which: number }
  | { readonly do: 'page' }
  | { readonly do: 'crash' }

const which = fc.nat(9)
const some = fc.uniqueArray(which, { minLength: 1, maxLength: 4 })
const name = fc.constantFrom('Ada', 'bee', 'Cé', 'dodo')
const batch = fc.nat(12)
const of = <T extends VerbStep['do'], R extends object>(
  what: T,
  rest: { [K in keyof R]: fc.Arbitrary<R[K]> }
): fc.Arbitrary<VerbStep> =>
  // The fields of a step depend on its kind, which the type of a record of arbitraries cannot express.
  fc.record({ do: fc.constant(what), ...rest }) as unknown as fc.Arbitrary<VerbStep>

const repairAction = fc.constantFrom(...REPAIR_ACTIONS.filter((one) => one !== 'edit' && one !== 'create-again'))

/** Any single operation. */
export const verbStep: fc.Arbitrary<VerbStep> = fc.oneof(
  { weight: 4, arbitrary: of('star', { which: some, favorite: fc.boolean() }) },
  { weight: 3, arbitrary: of('rename', { which, name }) },
  { weight: 2, arbitrary: of('delete', { which: some }) },
  { weight: 1, arbitrary: of('delete-project', { which }) },
  { weight: 2, arbitrary: of('create', { name }) },
  { weight: 1, arbitrary: of('edit', { which, name }) },
  { weight: 3, arbitrary: of('undo', { batch }) },
  { weight: 2, arbitrary: of('stop', { batch, isUndoing: fc.boolean() }) },
  { weight: 1, arbitrary: of('pause', { batch, isPaused: fc.boolean() }) },
  { weight: 1, arbitrary: of('first', { batch }) },
  { weight: 3, arbitrary: of('repair', { entry: which, repairAction }) },
  {
    weight: 7,
    arbitrary: of('claim', { lane: fc.constantFrom('interactive', 'batch'), limit: fc.integer({ min: 1, max: 4 }) })
  },
  { weight: 9, arbitrary: of('answer', { at: which, how: fc.constantFrom(...ANSWERS) }) },
  { weight: 2, arbitrary: of('elsewhere', { which, name, favorite: fc.boolean() }) },
  { weight: 1, arbitrary: of('gone', { which }) },
  { weight: 2, arbitrary: of('page', {}) },
  { weight: 1, arbitrary: of('crash', {}) }
)
