/** What the kill loop holds against a library must itself be right. */
import { expect, it } from 'vitest'
import { KillLedger } from './kill-ledger.ts'

/** Two numbers of one record: a create, and the row under which a page brought it in before it was found. */
const CREATE = 133
const ROW = 134
const ID = '121'

it('takes the later word on each field where two numbers became one', () => {
  const ledger = new KillLedger()
  ledger.promise(CREATE, '', { name: 'Made', isThere: true })
  ledger.promise(ROW, ID, { name: 'Renamed' })
  // A word on another field of the first number is later, and says nothing of its name.
  ledger.promise(CREATE, '', { favorite: true })
  ledger.promise(CREATE, ID, {})
  expect(ledger.latest({ recordOf: new Map([[ID, CREATE]]) })).toEqual(
    new Map([[CREATE, { name: 'Renamed', isThere: true, favorite: true }]])
  )
})

it('does not ask of a record that is about to be deleted whether a star reached it', () => {
  const ledger = new KillLedger()
  const image = (record: number, isThere: boolean, favorite: boolean) =>
    [record, { record, id: String(record), name: 'Name', isThere, favorite }] as const
  const factsOf = (isFirstStarred: boolean) => ({
    recordOf: new Map<string, number>(),
    shown: new Map([image(1, true, isFirstStarred), image(2, false, false), image(3, true, true)])
  })
  ledger.begin({ fields: { favorite: true }, records: [1, 2, 3] })
  expect(ledger.settleOpen(factsOf(true), new Map())).toBe(true)
  ledger.promise(3, '3', { favorite: false })
  ledger.begin({ fields: { favorite: true }, records: [1, 2, 3] })
  expect(ledger.settleOpen(factsOf(false), new Map())).toBe(false)
})

/** The create is starred; its row, which nobody touched, is not. */
const TWO = new Map([
  [CREATE, { record: CREATE, id: '', name: 'Made', isThere: true, favorite: true }],
  [ROW, { record: ROW, id: ID, name: 'Made', isThere: true, favorite: false }]
])

it('takes what a verb of which nothing is to be seen did not change for no word', () => {
  const ledger = new KillLedger()
  ledger.promise(CREATE, '', { name: 'Made', isThere: true, favorite: true })
  ledger.begin({ fields: { favorite: true }, records: [ROW] })
  expect(ledger.settleOpen({ recordOf: new Map([[ID, ROW]]), shown: TWO }, new Map())).toBe(true)
  ledger.promise(CREATE, ID, {})
  expect(ledger.latest({ recordOf: new Map([[ID, CREATE]]) }).get(CREATE)).toMatchObject({ favorite: true })
})

it('takes what a verb did that nobody heard of for a word, also the first one on a record', () => {
  const ledger = new KillLedger()
  const image = { record: 1, id: '1', name: 'Name', isThere: true, favorite: false }
  const starred = new Map([[1, { ...image, favorite: true }]])
  ledger.begin({ fields: { favorite: true }, records: [1] })
  expect(ledger.settleOpen({ recordOf: new Map(), shown: starred }, new Map([[1, image]]))).toBe(true)
  expect(ledger.latest({ recordOf: new Map() }).get(1)).toMatchObject({ favorite: true })
})
