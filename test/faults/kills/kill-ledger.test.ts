/** Tests the checks of the kill loop themselves. */
import { expect, it } from 'vitest'
import { KillLedger } from './kill-ledger.ts'

/** Two numbers of one record: a create, and the row that a page added before the create was found. */
const CREATE = 133
const ROW = 134
const ID = '121'

it('takes the later value of each field where two numbers were merged', () => {
  const ledger = new KillLedger()
  ledger.promise(CREATE, '', { name: 'Made', isThere: true })
  ledger.promise(ROW, ID, { name: 'Renamed' })
  // A later change of another field of the first number does not affect its name.
  ledger.promise(CREATE, '', { favorite: true })
  ledger.promise(CREATE, ID, {})
  expect(ledger.latest({ recordOf: new Map([[ID, CREATE]]) })).toEqual(
    new Map([[CREATE, { name: 'Renamed', isThere: true, favorite: true }]])
  )
})

it('does not expect a favorite on a record that is about to be deleted', () => {
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

/** The create is a favorite; its unchanged row is not. */
const TWO = new Map([
  [CREATE, { record: CREATE, id: '', name: 'Made', isThere: true, favorite: true }],
  [ROW, { record: ROW, id: ID, name: 'Made', isThere: true, favorite: false }]
])

it('promises nothing for an unconfirmed verb without a visible effect', () => {
  const ledger = new KillLedger()
  ledger.promise(CREATE, '', { name: 'Made', isThere: true, favorite: true })
  ledger.begin({ fields: { favorite: true }, records: [ROW] })
  expect(ledger.settleOpen({ recordOf: new Map([[ID, ROW]]), shown: TWO }, new Map())).toBe(true)
  ledger.promise(CREATE, ID, {})
  expect(ledger.latest({ recordOf: new Map([[ID, CREATE]]) }).get(CREATE)).toMatchObject({ favorite: true })
})

it('promises the visible effect of an unconfirmed verb, even if it is the first change of a record', () => {
  const ledger = new KillLedger()
  const image = { record: 1, id: '1', name: 'Name', isThere: true, favorite: false }
  const starred = new Map([[1, { ...image, favorite: true }]])
  ledger.begin({ fields: { favorite: true }, records: [1] })
  expect(ledger.settleOpen({ recordOf: new Map(), shown: starred }, new Map([[1, image]]))).toBe(true)
  expect(ledger.latest({ recordOf: new Map() }).get(1)).toMatchObject({ favorite: true })
})

it('promises only what a verb changed: its row does not bring back a create that is to be deleted', () => {
  const ledger = new KillLedger()
  ledger.promise(CREATE, '', { name: 'Made', isThere: true })
  ledger.promise(CREATE, '', { isThere: false })
  const before = { recordOf: new Map([[ID, ROW]]), shown: TWO }
  ledger.adopt([ROW], before)
  ledger.begin({ fields: { favorite: false }, records: [ROW] })
  const row = { record: ROW, id: ID, name: 'Made', isThere: true, favorite: true }
  expect(ledger.settleOpen(before, new Map([[ROW, row]]))).toBe(true)
  ledger.promise(CREATE, ID, {})
  expect(ledger.latest({ recordOf: new Map([[ID, CREATE]]) }).get(CREATE)).toEqual({
    name: 'Made',
    isThere: false,
    favorite: false
  })
})
