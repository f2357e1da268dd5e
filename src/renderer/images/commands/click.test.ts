import { describe, expect, test } from 'vitest'
import { indexOrder } from '../selection/record-order.ts'
import { listRecords } from '../selection/record-set.ts'
import { NO_SELECTION } from '../selection/selection.ts'
import type { Selection } from '../selection/selection.ts'
import { selectionAfterClick, selectionAfterEmptyClick } from './click.ts'

const order = indexOrder(Uint32Array.of(9, 8, 7, 6, 5, 4, 3, 2, 1))

type Press = readonly [record: number, keys?: string]
/** Keys: t = on the tick corner, c = Ctrl or Cmd, s = Shift. */
const clicks = (...presses: Press[]): Selection =>
  presses.reduce(
    (from, [record, keys = '']) =>
      selectionAfterClick(
        from,
        {
          record,
          part: keys.includes('t') ? 'tick' : 'tile',
          isModHeld: keys.includes('c'),
          isShiftHeld: keys.includes('s')
        },
        order
      ),
    NO_SELECTION
  )

describe('clicks', () => {
  test.each<[string, Press[], number[], Selection['mode']]>([
    ['plain', [[5], [3]], [3], 'extended'],
    ['with Ctrl', [[5], [3, 'c'], [5, 'c']], [3], 'extended'],
    ['with Shift', [[5], [3, 's']], [3, 4, 5], 'extended'],
    ['with Shift again', [[5], [3, 's'], [6, 's']], [5, 6], 'extended'],
    ['with Ctrl and Shift', [[9], [5, 'c'], [3, 'cs']], [3, 4, 5, 9], 'extended'],
    ['on the tick corner', [[5], [3, 't']], [3, 5], 'sticky'],
    ['plain, in sticky mode', [[5, 't'], [3], [5]], [3], 'sticky'],
    [
      'with Shift on the tick corner',
      [
        [9, 't'],
        [5, 't'],
        [3, 'st']
      ],
      [3, 4, 5, 9],
      'sticky'
    ]
  ])('%s', (_name, presses, members, mode) => {
    const selection = clicks(...presses)
    expect([...listRecords(selection.members)]).toEqual(members)
    expect(selection.mode).toBe(mode)
  })

  test('beside the tiles let go of the selection', () => {
    expect(selectionAfterEmptyClick(clicks([5])).members.size).toBe(0)
  })

  test('beside the tiles do nothing in sticky mode', () => {
    const sticky = clicks([5, 't'])
    expect(selectionAfterEmptyClick(sticky)).toBe(sticky)
  })

  test('beside the tiles with nothing selected forget nothing that was lost', () => {
    const lost = selectionAfterEmptyClick(clicks([5], [3, 's']))
    expect(selectionAfterEmptyClick(lost).lost?.members.size).toBe(3)
  })
})
