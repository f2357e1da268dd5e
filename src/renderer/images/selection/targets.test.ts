import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../../shared/failure.ts'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import { indexOrder } from './records.ts'
import { NO_SELECTION, selectAll, type Selection, selectOnly, toggleRecord } from './selection.ts'
import { sendForTarget, createTargets, onlyRecord } from './targets.ts'

const order = indexOrder(Uint32Array.of(9, 8, 7, 6))
const everything = selectAll(NO_SELECTION, order, { view: 3, query: EMPTY_QUERY })

/** Targets over a selection that a test can change. */
function startTargets(selection: Selection, active: number | null = null) {
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
  it('is the record a menu was opened on, before the selection', async () => {
    const { targets } = startTargets(everything, 9)
    expect(await targets.current(6)).toMatchObject({ size: 1, target: { numbers: Uint32Array.of(6) } })
  })

  it('is the focused record if nothing is selected, else nothing', async () => {
    expect(await startTargets(NO_SELECTION, 9).targets.current()).toMatchObject({
      target: { numbers: Uint32Array.of(9) }
    })
    expect(await startTargets(NO_SELECTION).targets.current()).toBeNull()
  })

  it('is the selection in display order', async () => {
    const { targets } = startTargets(toggleRecord(selectOnly(NO_SELECTION, 6), 9), 8)
    expect(await targets.current()).toMatchObject({
      size: 2,
      isFrozen: false,
      target: { kind: 'records', numbers: Uint32Array.of(9, 6) }
    })
  })

  it('is one image if only one remains of a frozen set', async () => {
    const one = [8, 7, 6].reduce<Selection>(toggleRecord, everything)
    const { targets } = startTargets(one)
    targets.freeze(3)
    const chosen = await targets.current()
    expect(chosen && onlyRecord(chosen)).toBe(9)
  })

  it('does not change with the selection after the key press', async () => {
    const { state, targets } = startTargets(everything)
    targets.freeze(3)
    const requests = targets.current()
    state.selection = selectOnly(everything, 7)
    const chosen = await requests
    expect(chosen).toMatchObject({ isFrozen: true, target: { kind: 'selection', selection: 44 } })
    expect(chosen?.listed()).toEqual({ kind: 'records', numbers: Uint32Array.of(9, 8, 7, 6) })
  })
})

describe('a request with a target', () => {
  it('lists a forgotten set record by record, once', async () => {
    const { targets } = startTargets(everything)
    targets.freeze(3)
    const chosen = await targets.current()
    const kinds: string[] = []
    const answer =
      chosen && (await sendForTarget(chosen, async ({ kind }) => (kinds.push(kind), fail('unknown-selection'))))
    expect(kinds).toEqual(['selection', 'records'])
    expect(answer).toMatchObject({ ok: false })
  })

  it('returns any other failure', async () => {
    const { targets } = startTargets(everything)
    const chosen = await targets.current()
    const answer = chosen && (await sendForTarget(chosen, async () => fail('disk-full')))
    expect(answer).toMatchObject({ failure: { code: 'disk-full' } })
  })
})
