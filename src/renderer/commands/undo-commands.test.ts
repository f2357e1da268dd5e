import { describe, expect, it } from 'vitest'
import { receipt } from '../../../test/helpers/status-samples.ts'
import type { BatchReceipt, Undone } from '../../shared/batch.ts'
import { fail, type Result, succeed } from '../../shared/failure.ts'
import type { MenuTitles } from '../../shared/menu-command.ts'
import { createUndoCommands } from './undo-commands.ts'

const NOTHING: Undone = { batch: null, changed: new Uint32Array(0), restored: 0, skipped: 0 }

/** A journal that undoes batches on request, and what the window received. */
function bench(journal: BatchReceipt[], answer: (batch: number) => Result<Undone>) {
  const heard = {
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
        heard.asked.push(batch)
        return answer(batch)
      },
      setMenuTitles: async (titles) => {
        heard.titles.push(titles)
        return succeed(null)
      }
    },
    say: (text) => heard.said.push(text),
    onFailure: ({ code }) => failures.push(code),
    onLooked: (_choice, over) => heard.over.push([...over]),
    onRestored: (records) => heard.restored.push([...records])
  })
  return { commands, heard, failures }
}

const starred = receipt({ batch: 1, size: 894, alreadySo: 0, verb: 'favorite', canUndo: true })

describe('undo', () => {
  it('undoes the last batch, reports it, reveals restored records, and renames the menu', async () => {
    const journal = [starred]
    const { commands, heard } = bench(journal, () => {
      journal.push(receipt({ batch: 2, verb: 'undo', undoes: 1, canUndo: true }))
      return succeed({ ...NOTHING, changed: Uint32Array.of(5, 6), restored: 2, skipped: 3 })
    })
    await commands.undo()
    expect(heard.asked).toEqual([1])
    expect(heard.said).toEqual(['Undone: Add 894 to Favorites. 3 have changed since and were left alone.'])
    expect(heard.restored).toEqual([[5, 6]])
    expect(heard.over).toEqual([[], [1]])
    expect(heard.titles).toEqual([
      { undo: 'Undo Add 894 to Favorites', redo: null },
      { undo: null, redo: 'Redo Add 894 to Favorites' }
    ])
    await commands.redo()
    expect(heard.asked).toEqual([1, 2])
  })

  it('undoes two batches for two quick presses, not one twice', async () => {
    const journal = [starred, { ...starred, batch: 2 }]
    const { commands, heard } = bench(journal, (batch) => {
      journal.push(receipt({ batch: journal.length + 1, verb: 'undo', undoes: batch, canUndo: true }))
      return succeed({ ...NOTHING, restored: 1 })
    })
    await Promise.all([commands.undo(), commands.undo()])
    expect(heard.asked).toEqual([2, 1])
  })

  it('skips a batch whose undo had no effect', async () => {
    const journal = [starred, { ...starred, batch: 2, sending: 0, checking: 0 }]
    const { commands, heard } = bench(journal, (batch) =>
      succeed(batch === 2 ? { ...NOTHING, skipped: 894 } : { ...NOTHING, restored: 1 })
    )
    await commands.undo()
    expect(heard.said).toEqual(['Can’t undo: all were already sent, or changed since'])
    expect(heard.titles.at(-1)).toEqual({ undo: 'Undo Add 894 to Favorites', redo: null })
    await commands.undo()
    expect(heard.asked).toEqual([2, 1])
  })

  it('says that there is nothing to undo, or that nothing could be undone', async () => {
    const { commands, heard } = bench([], () => succeed(NOTHING))
    await commands.undo()
    await commands.redo()
    await commands.undoBatch(7, { ...starred, verb: 'delete' })
    expect(heard.said).toEqual([
      'Nothing to undo',
      'Nothing to redo',
      'Can’t undo: all were already sent, or changed since'
    ])
    expect(heard.restored).toEqual([])
  })

  it('reports a failure, and the next undo still runs', async () => {
    const { commands, failures, heard } = bench([starred], () => fail('disk-full'))
    await commands.undo()
    await commands.undo()
    expect(failures).toEqual(['disk-full', 'disk-full'])
    expect(heard.said).toEqual([])
    expect(heard.over).toEqual([[], []])
  })

  it('does not send the same titles to the menu again', async () => {
    const { commands, heard } = bench([starred], () => succeed(NOTHING))
    await commands.refresh()
    await commands.refresh()
    expect(heard.titles).toHaveLength(1)
  })
})
