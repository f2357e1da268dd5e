import { describe, expect, it } from 'vitest'
import { receipt } from '../../../test/helpers/status-samples.ts'
import type { BatchReceipt } from '../../shared/batch.ts'
import { chooseUndo, overBatches } from './undo-choice.ts'

const did = (batch: number, part: Partial<BatchReceipt> = {}) =>
  receipt({ batch, canUndo: true, undoes: null, sending: 0, ...part })
const undid = (batch: number, undoes: number, part: Partial<BatchReceipt> = {}) =>
  receipt({ batch, verb: 'undo', undoes, canUndo: true, sending: 0, ...part })

const pointers = (...oldestFirst: BatchReceipt[]) => {
  const { undo, redo } = chooseUndo(oldestFirst.toReversed())
  return { undo: undo?.batch ?? null, redo: redo?.batch ?? null }
}

describe('what Undo and Redo would do', () => {
  it.each([
    ['nothing was done', [], { undo: null, redo: null }],
    ['the newest goes first', [did(1), did(2)], { undo: 2, redo: null }],
    ['one that was sent for good is passed over', [did(1), did(2, { canUndo: false })], { undo: 1, redo: null }],
    ['after an undo the one before is next', [did(1), did(2), undid(3, 2)], { undo: 1, redo: 3 }],
    [
      'undone twice, the last undone is done again first',
      [did(1), did(2), undid(3, 2), undid(4, 1)],
      { undo: null, redo: 4 }
    ],
    ['done again, it can be undone once more', [did(1), undid(2, 1), undid(3, 2)], { undo: 3, redo: null }],
    [
      'of two undone, one was done again',
      [did(1), did(2), undid(3, 2), undid(4, 1), undid(5, 4)],
      { undo: 5, redo: 3 }
    ],
    ['something new ends Redo', [did(1), undid(2, 1), did(3)], { undo: 3, redo: null }],
    [
      'an undo that changed nothing more is not done again',
      [did(1), undid(2, 1, { canUndo: false })],
      { undo: null, redo: null }
    ]
  ])('%s', (_case, oldestFirst, expected) => {
    expect(pointers(...oldestFirst)).toEqual(expected)
  })

  it('names the original action, also through undo and redo', () => {
    const batches = [undid(3, 2), undid(2, 1), did(1, { verb: 'rename' })]
    expect(chooseUndo(batches).undo?.origin?.verb).toBe('rename')
    expect(chooseUndo(batches.slice(1)).redo?.origin?.batch).toBe(1)
    expect(chooseUndo([undid(9, 4)])).toEqual({ undo: null, redo: { batch: 9, origin: null }, isSending: false })
  })

  it('skips no batch that is being sent, because an earlier one was not meant', () => {
    const sending = did(2, { verb: 'delete', canUndo: false, sending: 1 })
    expect(chooseUndo([sending, did(1)])).toMatchObject({ undo: null, isSending: true })
    const sent = did(2, { verb: 'delete', canUndo: false, sending: 0 })
    expect(chooseUndo([sent, did(1)])).toMatchObject({ undo: { batch: 1 }, isSending: false })
  })
})

it('lists batches that can no longer be undone, without those being sent', () => {
  const sending = did(4, { canUndo: false, sending: 1 })
  expect([...overBatches([sending, undid(3, 2), did(2), did(1, { canUndo: false })])]).toEqual([2, 1])
})
