import { describe, expect, it } from 'vitest'
import { copy } from '../../copy/language.ts'
import { receipt } from '../../../test/helpers/status-samples.ts'
import type { BatchReceipt, Undone } from '../../shared/batch.ts'
import { fail, type Result, succeed } from '../../shared/failure.ts'
import type { MenuTitles } from '../../shared/menu-command.ts'
import { createUndoCommands } from './undo-commands.ts'

const NOTHING: Undone = { batch: null, changed: new Uint32Array(0), restored: 0, skipped: 0 }

/** A journal that undoes batches on request, and what the window received. */
function setUp(journal: BatchReceipt[], answer: (batch: number) => Result<Undone>) {
  const received = {
    said: [] as string[],
    titles: [] as MenuTitles[],
    restored: [] as number[][],
    over: [] as number[][],
    asked: [] as number[]
  }
  const failures: string[] = []
  const commands = createUndoCommands({
    bridge: {
      listBatches: async () => succeed({ rows: journal.toReversed(), hasMore: false }),
      undoBatch: async ({ batch }) => {
        received.asked.push(batch)
        return answer(batch)
      },
      setMenuTitles: async (titles) => {
        received.titles.push(titles)
        return succeed(null)
      }
    },
    say: (text) => received.said.push(text),
    onFailure: ({ code }) => failures.push(code),
    onLoaded: (_choice, over) => received.over.push([...over]),
    onRestored: (records) => received.restored.push([...records])
  })
  return { commands, received, failures }
}

const starred = receipt({ batch: 1, size: 894, unchanged: 0, verb: 'favorite', canUndo: true })

describe('undo', () => {
  it('undoes the last batch, reports it, reveals restored records, and renames the menu', async () => {
    const journal = [starred]
    const { commands, received } = setUp(journal, () => {
      journal.push(receipt({ batch: 2, verb: 'undo', undoes: 1, canUndo: true }))
      return succeed({ ...NOTHING, changed: Uint32Array.of(5, 6), restored: 2, skipped: 3 })
    })
    await commands.undo()
    expect(received.asked).toEqual([1])
    expect(received.said).toEqual([
      'Undone: Add 894 images to Favorites. 3 items changed in the meantime and were skipped.'
    ])
    expect(received.restored).toEqual([[5, 6]])
    expect(received.over).toEqual([[], [1]])
    expect(received.titles).toEqual([
      { undo: copy.undoing.undo('Add 894 to Favorites'), redo: null },
      { undo: null, redo: copy.undoing.redo('Add 894 to Favorites') }
    ])
    await commands.redo()
    expect(received.asked).toEqual([1, 2])
  })

  it('undoes two batches for two quick presses, not one twice', async () => {
    const journal = [starred, { ...starred, batch: 2 }]
    const { commands, received } = setUp(journal, (batch) => {
      journal.push(receipt({ batch: journal.length + 1, verb: 'undo', undoes: batch, canUndo: true }))
      return succeed({ ...NOTHING, restored: 1 })
    })
    await Promise.all([commands.undo(), commands.undo()])
    expect(received.asked).toEqual([2, 1])
  })

  it('skips a batch whose undo had no effect', async () => {
    const journal = [starred, { ...starred, batch: 2, sending: 0, checking: 0 }]
    const { commands, received } = setUp(journal, (batch) =>
      succeed(batch === 2 ? { ...NOTHING, skipped: 894 } : { ...NOTHING, restored: 1 })
    )
    await commands.undo()
    expect(received.said).toEqual(['Can’t undo: all were already sent, or changed since'])
    expect(received.titles.at(-1)).toEqual({ undo: copy.undoing.undo('Add 894 to Favorites'), redo: null })
    await commands.undo()
    expect(received.asked).toEqual([2, 1])
  })

  it('says that there is nothing to undo, or that nothing could be undone', async () => {
    const { commands, received } = setUp([], () => succeed(NOTHING))
    await commands.undo()
    await commands.redo()
    await commands.undoBatch(7, { ...starred, verb: 'delete' })
    expect(received.said).toEqual([
      copy.commands.nothingToUndo,
      copy.commands.nothingToRedo,
      'Can’t undo: all were already sent, or changed since'
    ])
    expect(received.restored).toEqual([])
  })

  it('reports a failure, and the next undo still runs', async () => {
    const { commands, failures, received } = setUp([starred], () => fail('disk-full'))
    await commands.undo()
    await commands.undo()
    expect(failures).toEqual(['disk-full', 'disk-full'])
    expect(received.said).toEqual([])
    expect(received.over).toEqual([[], []])
  })

  it('does not send the same titles to the menu again', async () => {
    const { commands, received } = setUp([starred], () => succeed(NOTHING))
    await commands.refresh()
    await commands.refresh()
    expect(received.titles).toHaveLength(1)
  })
})
