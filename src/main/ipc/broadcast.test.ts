import { expect, test } from 'vitest'
import type { LibraryChange } from '../../shared/bridge.ts'
import { createBroadcast } from './broadcast.ts'

const change = (revision: number, records: number[] | null, more: Partial<LibraryChange> = {}): LibraryChange => ({
  revision,
  records: records === null ? null : Uint32Array.from(records),
  added: 0,
  removed: 0,
  projectsChanged: false,
  ...more
})

/** A broadcast whose rests end when the test says so. */
function playBroadcast() {
  const sent: { name: string; event: unknown }[] = []
  const rests: (() => void)[] = []
  const broadcast = createBroadcast({
    emit: (name, event) => sent.push({ name, event }),
    afterMs: (_ms, run) => rests.push(run)
  })
  return { broadcast, sent, endRest: () => rests.shift()?.() }
}

test('the first goes at once, those of the next 100 ms go as one after them', () => {
  const { broadcast, sent, endRest } = playBroadcast()
  broadcast('libraryChanged', change(1, [1]))
  broadcast('libraryChanged', change(2, [2, 3], { added: 2 }))
  broadcast('libraryChanged', change(3, [3, 4], { added: 1, projectsChanged: true }))
  expect(sent).toHaveLength(1)
  endRest()
  expect(sent).toHaveLength(2)
  expect(sent[1]?.event).toEqual(change(3, [2, 3, 4], { added: 3, projectsChanged: true }))
  endRest()
  expect(sent).toHaveLength(2)
  broadcast('libraryChanged', change(4, [9]))
  expect(sent).toHaveLength(3)
})

test('of states only the last goes, and each kind rests for itself', () => {
  const { broadcast, sent, endRest } = playBroadcast()
  broadcast('connectionChanged', null)
  broadcast('libraryChanged', change(1, [1]))
  const summary = { id: 'b', name: 'b', sharesKey: true, isSample: false, images: group('b'), projects: group('b') }
  broadcast('connectionChanged', { ...summary, id: 'a' })
  broadcast('connectionChanged', summary)
  expect(sent.map((one) => one.name)).toEqual(['connectionChanged', 'libraryChanged'])
  endRest()
  expect(sent[2]).toEqual({ name: 'connectionChanged', event: summary })
})

const group = (address: string) => ({ address, key: 'stored', keySavedAt: null }) as const
