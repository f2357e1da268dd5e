import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../../shared/failure.ts'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import { indexOrder } from './records.ts'
import { NO_SELECTION, selectAll, type Selection, selectOnly, toggleRecord } from './selection.ts'
import { askWith, createTargets, onlyRecord } from './targets.ts'

const order = indexOrder(Uint32Array.of(9, 8, 7, 6))
const everything = selectAll(NO_SELECTION, order, { view: 3, query: EMPTY_QUERY })

/** Targets over a selection that a test may change at any moment. */
function bench(selection: Selection, active: number | null = null) {
  const state = { selection }
  const targets = createTargets({
    freezeSelection: async () => succeed({ selection: 44, size: 4 }),
    selection: () => state.selection,
    active: () => active,
    order: () => order
  })
  return { state, targets }
}

describe('what a command acts on', () => {
  it('the record a menu was opened on, before anything that is selected', async () => {
    const { targets } = bench(everything, 9)
    expect(await targets.current(6)).toMatchObject({ size: 1, target: { numbers: Uint32Array.of(6) } })
  })

  it('the record with the focus, when nothing is selected; else nothing', async () => {
    expect(await bench(NO_SELECTION, 9).targets.current()).toMatchObject({ target: { numbers: Uint32Array.of(9) } })
    expect(await bench(NO_SELECTION).targets.current()).toBeNull()
  })

  it('the selection, in the order shown', async () => {
    const { targets } = bench(toggleRecord(selectOnly(NO_SELECTION, 6), 9), 8)
    expect(await targets.current()).toMatchObject({
      size: 2,
      isFrozen: false,
      target: { kind: 'records', numbers: Uint32Array.of(9, 6) }
    })
  })

  it('one that is left of everything is one image, not a crowd', async () => {
    const one = [8, 7, 6].reduce<Selection>(toggleRecord, everything)
    const { targets } = bench(one)
    targets.freeze(3)
    const chosen = await targets.current()
    expect(chosen && onlyRecord(chosen)).toBe(9)
  })

  it('what is selected after the key press does not change what is listed for it', async () => {
    const { state, targets } = bench(everything)
    targets.freeze(3)
    const asked = targets.current()
    state.selection = selectOnly(everything, 7)
    const chosen = await asked
    expect(chosen).toMatchObject({ isFrozen: true, target: { kind: 'selection', selection: 44 } })
    expect(chosen?.listed()).toEqual({ kind: 'records', numbers: Uint32Array.of(9, 8, 7, 6) })
  })
})

describe('asking with it', () => {
  it('names a forgotten set record by record, once', async () => {
    const { targets } = bench(everything)
    targets.freeze(3)
    const chosen = await targets.current()
    const kinds: string[] = []
    const answer = chosen && (await askWith(chosen, async ({ kind }) => (kinds.push(kind), fail('unknown-selection'))))
    expect(kinds).toEqual(['selection', 'records'])
    expect(answer).toMatchObject({ ok: false })
  })

  it('another failure is the answer', async () => {
    const { targets } = bench(everything)
    const chosen = await targets.current()
    const answer = chosen && (await askWith(chosen, async () => fail('disk-full')))
    expect(answer).toMatchObject({ failure: { code: 'disk-full' } })
  })
})
