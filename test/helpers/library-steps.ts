/** All possible operations on a library of a few records, chosen at random. */
import * as fc from 'fast-check'

import type { EntryResult } from '../../src/main/engine/domain/entry.ts'

/** Number of records in the library; small, so that steps affect the same records. */
export const RECORDS = 6

export type Outcome = Exclude<EntryResult['outcome'], { kind: 'created' }>
export type Kind = Outcome['kind']

export type Step =
  | { readonly do: 'set'; readonly records: readonly number[]; readonly favorite: boolean }
  | { readonly do: 'claim'; readonly lane: 'interactive' | 'batch'; readonly limit: number }
  | { readonly do: 'settle'; readonly at: number; readonly kind: Kind; readonly shows: boolean }
  | { readonly do: 'stale'; readonly at: number; readonly kind: Kind }
  | { readonly do: 'page'; readonly records: readonly number[]; readonly favorite: boolean; readonly isLate: boolean }
  | { readonly do: 'crash' }

const record = fc.integer({ min: 1, max: RECORDS })
const someRecords = fc.oneof(
  fc.uniqueArray(record, { maxLength: RECORDS }),
  record.map((one) => [one])
)
const kind = fc.constantFrom<Kind>('acknowledged', 'unchanged', 'ready', 'postponed', 'unknown', 'rejected')
/** Any single operation. */
export const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('set'), records: someRecords, favorite: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('claim'),
      lane: fc.constantFrom('interactive', 'batch'),
      limit: fc.integer({ min: 1, max: 4 })
    })
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('settle'), at: fc.nat(9), kind, shows: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stale'), at: fc.nat(9), kind }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('page'),
      records: someRecords,
      favorite: fc.boolean(),
      isLate: fc.boolean()
    })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('crash') }) }
) as fc.Arbitrary<Step>
