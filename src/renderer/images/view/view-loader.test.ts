import { describe, expect, test } from 'vitest'
import { create } from 'zustand'
import type { LibraryChange } from '../../../shared/bridge.ts'
import { fail, type Result, succeed } from '../../../shared/failure.ts'
import { type ImageRow, NO_FACETS, type RecordStage } from '../../../shared/image.ts'
import { EMPTY_QUERY, type ImageQuery, type OpenedView } from '../../../shared/query.ts'
import { ViewLoader, type ViewLoaderPorts } from './view-loader.ts'
import { emptyView } from './view-store.ts'

/** A library with records that tests change, and a manual clock. */
function setUp(part: Partial<ViewLoaderPorts> = {}) {
  const library = {
    records: [3, 2, 1],
    favorites: new Set<number>(),
    gone: new Set<number>(),
    stages: new Map<number, RecordStage>(),
    views: 0,
    isFilling: false
  }
  const reads: number[][] = []
  const timers: (() => void)[] = []
  const store = create(() => emptyView())
  const openView = async (_query: ImageQuery) => {
    library.views += 1
    return succeed<OpenedView>({
      view: library.views,
      numbers: Uint32Array.from(library.records),
      revision: library.views,
      isFilling: library.isFilling,
      continueAt: null
    })
  }
  const getImages = async (records: Uint32Array) => {
    reads.push([...records])
    const here = [...records].filter((record) => !library.gone.has(record))
    return succeed<readonly ImageRow[]>(
      here.map((record) => ({
        ...rowOf(record, library.favorites.has(record)),
        stage: library.stages.get(record) ?? null
      }))
    )
  }
  const loader = new ViewLoader({
    store,
    openView,
    getImages,
    isCovered: () => false,
    after: (run) => void timers.push(run),
    ...part
  })
  return { library, reads, store, loader, turnClock: () => timers.splice(0).forEach((run) => run()) }
}

const rowOf = (record: number, favorite: boolean): ImageRow => ({
  record,
  name: `Image ${record}`,
  ...NO_FACETS,
  resolution: null,
  favorite,
  mark: 'none',
  picture: null,
  prompt: null,
  createdAt: null,
  stage: null
})
const change = (part: Partial<LibraryChange>): LibraryChange => ({
  revision: 1,
  records: new Uint32Array(0),
  added: 0,
  removed: 0,
  projectsChanged: false,
  ...part
})
const opened = (records: readonly number[], revision: number): OpenedView => ({
  view: revision,
  numbers: Uint32Array.from(records),
  revision,
  isFilling: false,
  continueAt: null
})
/** Settles everything that awaits an answer. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
const shown = ({ store }: Pick<ReturnType<typeof setUp>, 'store'>) => [...(store.getState().shown?.order.numbers ?? [])]

describe('opening', () => {
  test('shows the order and reads only visible rows', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    harness.loader.setVisible(0, 1)
    await settle()
    expect(shown(harness)).toEqual([3, 2, 1])
    expect(harness.reads).toEqual([[3, 2]])
  })

  test('keeps the latest query, whichever answer comes last', async () => {
    const answers: ((records: number[]) => void)[] = []
    const openView = () =>
      new Promise<ReturnType<typeof succeed<OpenedView>>>((resolve) => {
        answers.push((records) => resolve(succeed(opened(records, 1))))
      })
    const harness = setUp({ openView })
    void harness.loader.open({ ...EMPTY_QUERY, search: 'a' })
    void harness.loader.open({ ...EMPTY_QUERY, search: 'ab' })
    answers[1]?.([2])
    await settle()
    answers[0]?.([1])
    await settle()
    expect(shown(harness)).toEqual([2])
    expect(harness.store.getState().isOpening).toBe(false)
  })

  test('loads a view with the rows of its first screen', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    harness.loader.setVisible(0, 1)
    await settle()
    harness.library.records = [9, 8, 7, 3]
    const known: unknown[] = []
    harness.store.subscribe((now, before) => {
      if (now.shown !== before.shown) known.push([now.rows.get(9)?.name, now.rows.get(8)?.name, now.rows.get(7)])
    })
    await harness.loader.open({ ...EMPTY_QUERY, search: 'x' })
    expect(known).toEqual([['Image 9', 'Image 8', undefined]])
  })

  test('knows positions whose rows are loaded, changed or not', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    await harness.loader.loadVisible(0, 1)
    expect([harness.loader.hasRows(0, 1), harness.loader.hasRows(1, 2)]).toEqual([true, false])
    harness.store.getState().rows.expire(null)
    expect(harness.loader.hasRows(0, 1)).toBe(true)
  })

  test('knows where a review continues', async () => {
    const openView = async () => succeed<OpenedView>({ ...opened([3, 2, 1], 1), continueAt: 2 })
    const { loader, store } = setUp({ openView })
    await loader.open(EMPTY_QUERY)
    expect(store.getState().continueAt).toBe(2)
  })

  test('leaves the screen as it is on a failure', async () => {
    const state = { isBroken: false }
    const answer = succeed(opened([1], 1))
    const harness = setUp({ openView: async () => (state.isBroken ? fail('library-damaged') : answer) })
    await harness.loader.open(EMPTY_QUERY)
    state.isBroken = true
    await harness.loader.open({ ...EMPTY_QUERY, search: 'x' })
    expect(shown(harness)).toEqual([1])
    expect(harness.store.getState().failure?.code).toBe('library-damaged')
  })

  test('reads again what changed while the screen was not mounted', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    harness.loader.setVisible(0, 2)
    await settle()
    harness.library.favorites.add(2)
    await harness.loader.start(EMPTY_QUERY)
    await settle()
    expect(harness.store.getState().rows.get(2)?.favorite).toBe(true)
  })

  test('repeats a read that is older than a change received during it', async () => {
    const pending: ((revision: number, records: number[]) => void)[] = []
    const openView = () =>
      new Promise<Result<OpenedView>>((resolve) => {
        pending.push((revision, records) => resolve(succeed({ ...opened(records, revision), isFilling: true })))
      })
    const harness = setUp({ openView })
    void harness.loader.open(EMPTY_QUERY)
    harness.loader.onLibraryChanged(change({ revision: 5, added: 1 }))
    harness.turnClock()
    pending[0]?.(4, [1])
    await settle()
    pending[1]?.(5, [2, 1])
    await settle()
    expect(shown(harness)).toEqual([2, 1])
    expect(pending).toHaveLength(2)
  })

  test('reads a long view in calls that the gate accepts', async () => {
    const harness = setUp()
    harness.library.records = Array.from({ length: 450 }, (_, i) => 450 - i)
    await harness.loader.open(EMPTY_QUERY)
    harness.loader.setVisible(0, 449)
    await settle()
    expect(harness.reads.map((records) => records.length)).toEqual([200, 200, 50])
  })

  test('skips positions that were passed during a read', async () => {
    const harness = setUp()
    harness.library.records = Array.from({ length: 100 }, (_, i) => 100 - i)
    await harness.loader.open(EMPTY_QUERY)
    harness.loader.setVisible(0, 1)
    harness.loader.setVisible(40, 41)
    harness.loader.setVisible(90, 91)
    await settle()
    expect(harness.reads).toEqual([
      [100, 99],
      [10, 9]
    ])
  })
})

describe('a change in the library', () => {
  test('reads again only changed records in view', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    harness.loader.setVisible(0, 1)
    await settle()
    harness.library.favorites.add(2)
    harness.loader.onLibraryChanged(change({ records: Uint32Array.of(2, 1) }))
    await settle()
    expect(harness.reads).toEqual([[3, 2], [2]])
    expect(harness.store.getState().rows.get(2)?.favorite).toBe(true)
    expect(harness.store.getState().rowsRevision).toBe(2)
  })

  test('reads everything in view if the change is too large to list', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    harness.loader.setVisible(0, 2)
    await settle()
    harness.loader.onLibraryChanged(change({ records: null }))
    await settle()
    expect(harness.reads).toEqual([
      [3, 2, 1],
      [3, 2, 1]
    ])
    // No row differs, so no tile renders.
    expect(harness.store.getState().rowsRevision).toBe(1)
  })

  test('settles a reread when the rows are in the store', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    harness.loader.setVisible(0, 2)
    await settle()
    harness.library.favorites.add(3).add(2)
    await harness.loader.reread(Uint32Array.of(3, 2))
    const { rows } = harness.store.getState()
    expect([rows.get(3)?.favorite, rows.get(2)?.favorite, rows.get(1)?.favorite]).toEqual([true, true, false])
  })
})

describe('new records', () => {
  test('are kept aside until they are shown', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    harness.library.records = [5, 4, 3, 2, 1]
    harness.loader.onLibraryChanged(change({ added: 2 }))
    harness.turnClock()
    await settle()
    expect(shown(harness)).toEqual([3, 2, 1])
    expect([...(harness.store.getState().arrivals?.numbers ?? [])]).toEqual([5, 4])
    harness.loader.takeArrivals()
    expect(shown(harness)).toEqual([5, 4, 3, 2, 1])
    expect(harness.store.getState().arrivals).toBeNull()
  })

  test('are ignored if they do not match', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    harness.loader.onLibraryChanged(change({ added: 7 }))
    harness.turnClock()
    await settle()
    expect(harness.store.getState().arrivals).toBeNull()
  })

  test.each([
    ['during the first pass', true, [1]],
    ['into an empty grid', false, []]
  ])('are shown automatically %s', async (_name, isFilling, records) => {
    const harness = setUp()
    Object.assign(harness.library, { records, isFilling })
    await harness.loader.open(EMPTY_QUERY)
    harness.library.records = [2, 1]
    harness.loader.onLibraryChanged(change({ added: 1 }))
    harness.turnClock()
    await settle()
    expect(shown(harness)).toEqual([2, 1])
  })

  test('of the last page of the first pass are shown although the pass is over', async () => {
    const harness = setUp()
    harness.library.isFilling = true
    await harness.loader.open(EMPTY_QUERY)
    Object.assign(harness.library, { records: [3, 2, 1, 0], isFilling: false })
    harness.loader.onLibraryChanged(change({ added: 1 }))
    harness.turnClock()
    await settle()
    expect(shown(harness)).toEqual([3, 2, 1, 0])
    harness.library.records = [4, 3, 2, 1, 0]
    harness.loader.onLibraryChanged(change({ added: 1 }))
    harness.turnClock()
    await settle()
    expect(shown(harness)).toEqual([3, 2, 1, 0])
  })

  test('are kept aside from the end of the first pass on, even if that end brought nothing', async () => {
    const harness = setUp()
    harness.library.isFilling = true
    await harness.loader.open(EMPTY_QUERY)
    harness.library.isFilling = false
    harness.loader.onReadingEnded()
    harness.turnClock()
    await settle()
    harness.library.records = [4, 3, 2, 1]
    harness.loader.onLibraryChanged(change({ added: 1 }))
    harness.turnClock()
    await settle()
    expect(shown(harness)).toEqual([3, 2, 1])
    expect([...(harness.store.getState().arrivals?.numbers ?? [])]).toEqual([4])
    harness.loader.onReadingEnded()
    harness.turnClock()
    await settle()
    expect(shown(harness)).toEqual([3, 2, 1])
  })

  test('that arrive during a check cause one more check', async () => {
    const pending: ((records: number[]) => void)[] = []
    const openView = () =>
      new Promise<Result<OpenedView>>((resolve) => {
        pending.push((records) => resolve(succeed({ ...opened(records, 9), isFilling: true })))
      })
    const harness = setUp({ openView })
    void harness.loader.open(EMPTY_QUERY)
    pending[0]?.([1])
    await settle()
    harness.loader.onLibraryChanged(change({ added: 1 }))
    harness.turnClock()
    harness.loader.onReadingEnded()
    harness.turnClock()
    pending[1]?.([2, 1])
    await settle()
    harness.turnClock()
    pending[2]?.([3, 2, 1])
    await settle()
    expect(shown(harness)).toEqual([3, 2, 1])
  })

  test('in a burst cause one check', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    for (let i = 0; i < 20; i += 1) harness.loader.onLibraryChanged(change({ added: 1 }))
    harness.turnClock()
    await settle()
    expect(harness.library.views).toBe(2)
  })

  test('of a query that is no longer on screen are dropped', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    harness.library.records = [9, 3, 2, 1]
    harness.loader.onLibraryChanged(change({ added: 1 }))
    harness.turnClock()
    await harness.loader.open({ ...EMPTY_QUERY, favorite: true })
    await settle()
    expect(harness.store.getState().arrivals).toBeNull()
    expect(shown(harness)).toEqual([9, 3, 2, 1])
  })
})

describe('records that leave', () => {
  test('leave the screen when the library no longer has them; records that no longer match stay', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    harness.library.gone.add(2)
    harness.library.records = [3]
    harness.loader.onLibraryChanged(change({ removed: 1 }))
    harness.turnClock()
    await settle()
    expect(shown(harness)).toEqual([3, 1])
  })

  test('leave the screen when their deletion is pending', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    harness.library.stages.set(2, 'delete-waiting')
    harness.library.records = [3, 1]
    harness.loader.onLibraryChanged(change({ removed: 1 }))
    harness.turnClock()
    await settle()
    expect(shown(harness)).toEqual([3, 1])
  })

  test('leave the screen at once when deleted here, and the newer view is shown when it is equal', async () => {
    const harness = setUp()
    await harness.loader.open(EMPTY_QUERY)
    harness.loader.drop(Uint32Array.of(3))
    expect(shown(harness)).toEqual([2, 1])
    harness.library.records = [2, 1]
    harness.loader.onLibraryChanged(change({ removed: 1 }))
    harness.turnClock()
    await settle()
    expect(shown(harness)).toEqual([2, 1])
    expect(harness.store.getState().shown?.view).toBe(2)
  })

  test('stay if their read failed', async () => {
    const harness = setUp({ getImages: async () => fail('library-damaged') })
    await harness.loader.open(EMPTY_QUERY)
    harness.library.records = [3, 1]
    harness.loader.onLibraryChanged(change({ removed: 1 }))
    harness.turnClock()
    await settle()
    expect(shown(harness)).toEqual([3, 2, 1])
  })

  test('leave with the next change if their read failed', async () => {
    const failure = fail('library-damaged')
    const answers: Result<readonly ImageRow[]>[] = [failure, succeed([])]
    const harness = setUp({ getImages: async () => answers.shift() ?? failure })
    await harness.loader.open(EMPTY_QUERY)
    harness.library.records = [3, 1]
    harness.loader.onLibraryChanged(change({ removed: 1 }))
    harness.turnClock()
    await settle()
    harness.library.records = [4, 3, 1]
    harness.loader.onLibraryChanged(change({ added: 1 }))
    harness.turnClock()
    await settle()
    expect(shown(harness)).toEqual([3, 1])
  })

  test('are not removed from another filter that was opened during the check', async () => {
    const asked: (() => void)[] = []
    const getImages = () =>
      new Promise<Result<readonly ImageRow[]>>((resolve) => asked.push(() => resolve(succeed([]))))
    const harness = setUp({ getImages })
    await harness.loader.open(EMPTY_QUERY)
    harness.library.records = [3, 1]
    harness.loader.onLibraryChanged(change({ removed: 1 }))
    harness.turnClock()
    await settle()
    harness.library.records = [2]
    await harness.loader.open({ ...EMPTY_QUERY, mark: 'waiting' })
    for (const answer of asked) answer()
    await settle()
    expect(shown(harness)).toEqual([2])
  })
})

describe('a view of what needs attention or is pending', () => {
  const marked = (records: readonly number[]) => change({ records: Uint32Array.from(records) })

  test.each(['needs-attention', 'waiting'] as const)(
    'fills automatically when it is open and empty: %s',
    async (mark) => {
      const harness = setUp()
      harness.library.records = []
      await harness.loader.open({ ...EMPTY_QUERY, mark })
      harness.library.records = [2]
      harness.loader.onLibraryChanged(marked([2]))
      harness.turnClock()
      await settle()
      expect(shown(harness)).toEqual([2])
    }
  )

  test('matches the library: resolved records leave and new ones enter', async () => {
    const harness = setUp()
    await harness.loader.open({ ...EMPTY_QUERY, mark: 'needs-attention' })
    harness.library.records = [5, 3]
    harness.loader.onLibraryChanged(marked([1, 2, 5]))
    harness.turnClock()
    await settle()
    expect(shown(harness)).toEqual([5, 3])
    expect(harness.store.getState().arrivals).toBeNull()
  })

  test('stays as it is while an image covers it, and is up to date once that is closed', async () => {
    const harness = setUp({ isCovered: () => true })
    await harness.loader.open({ ...EMPTY_QUERY, mark: 'waiting' })
    harness.library.records = [3, 1]
    harness.loader.onLibraryChanged(marked([2]))
    harness.turnClock()
    await settle()
    expect(shown(harness)).toEqual([3, 2, 1])
    await harness.loader.onUncovered()
    expect(shown(harness)).toEqual([3, 1])
  })

  test('is read again when a change comes during the read', async () => {
    const pending: ((view: OpenedView) => void)[] = []
    const openView = () => new Promise<Result<OpenedView>>((resolve) => pending.push((view) => resolve(succeed(view))))
    const harness = setUp({ openView })
    void harness.loader.open({ ...EMPTY_QUERY, mark: 'needs-attention' })
    harness.loader.onLibraryChanged({ ...marked([2]), revision: 5 })
    pending[0]?.(opened([], 4))
    await settle()
    pending[1]?.(opened([2], 5))
    await settle()
    expect(shown(harness)).toEqual([2])
  })

  test('does not apply to any other view: a changed row moves nothing', async () => {
    const harness = setUp()
    await harness.loader.open({ ...EMPTY_QUERY, favorite: true })
    harness.library.records = [3]
    harness.loader.onLibraryChanged(marked([1, 2]))
    harness.turnClock()
    await settle()
    expect([shown(harness), harness.library.views]).toEqual([[3, 2, 1], 1])
  })
})

describe('a view of images not viewed yet', () => {
  const NOT_VIEWED: ImageQuery = { ...EMPTY_QUERY, mark: 'not-viewed' }

  test.each([true, false])(
    'keeps viewed images while one covers the grid (the library is filling: %s)',
    async (isFilling) => {
      const covered = { now: true }
      const harness = setUp({ isCovered: () => covered.now })
      harness.library.isFilling = isFilling
      await harness.loader.open(NOT_VIEWED)
      harness.library.records = [4, 2, 1]
      harness.loader.onLibraryChanged(change({ revision: 2, added: 1, records: Uint32Array.of(4) }))
      harness.turnClock()
      await settle()
      expect(shown(harness)).toEqual([3, 2, 1])
      covered.now = false
      await harness.loader.onUncovered()
      expect(shown(harness)).toEqual([4, 2, 1])
    }
  )

  test('offers new images instead of moving the others', async () => {
    const harness = setUp()
    await harness.loader.open(NOT_VIEWED)
    harness.library.records = [4, 3, 2, 1]
    harness.loader.onLibraryChanged(change({ revision: 2, added: 1, records: Uint32Array.of(4) }))
    harness.turnClock()
    await settle()
    expect([shown(harness), [...(harness.store.getState().arrivals?.numbers ?? [])]]).toEqual([[3, 2, 1], [4]])
  })
})

test('fills an empty view of favorites automatically', async () => {
  const harness = setUp()
  harness.library.records = []
  await harness.loader.open({ ...EMPTY_QUERY, favorite: true })
  harness.library.records = [2]
  harness.loader.onLibraryChanged(change({ records: Uint32Array.of(2) }))
  harness.turnClock()
  await settle()
  expect(shown(harness)).toEqual([2])
})

test('shows new records at once on refresh', async () => {
  const harness = setUp()
  await harness.loader.open(EMPTY_QUERY)
  harness.library.records = [4, 3, 2, 1]
  await harness.loader.refresh()
  expect(shown(harness)).toEqual([4, 3, 2, 1])
})

test('reads a row once for two parts of the screen', async () => {
  const harness = setUp()
  await harness.loader.open(EMPTY_QUERY)
  harness.loader.watch('inspector', Uint32Array.of(1))
  harness.loader.watch('full-view', Uint32Array.of(2))
  await settle()
  const { rows } = harness.store.getState()
  expect([rows.get(1)?.record, rows.get(2)?.record]).toEqual([1, 2])
})

test('refreshes the filter that is opening, not the one that is still shown', async () => {
  const asked: { readonly query: ImageQuery; readonly answer: (opened: OpenedView) => void }[] = []
  const openView = (query: ImageQuery) =>
    new Promise<Result<OpenedView>>((resolve) => asked.push({ query, answer: (view) => resolve(succeed(view)) }))
  const { loader, store } = setUp({ openView })
  const first = loader.open(EMPTY_QUERY)
  asked[0]?.answer(opened([3, 2, 1], 1))
  await first
  const favorites = { ...EMPTY_QUERY, favorite: true }
  const second = loader.open(favorites)
  const refresh = loader.refresh()
  asked[1]?.answer(opened([2], 2))
  asked[2]?.answer(opened([2], 3))
  await Promise.all([second, refresh])
  expect(asked.map(({ query }) => query.favorite)).toEqual([null, true, true])
  expect(store.getState().shown?.query).toBe(favorites)
})

test('drops a check of the previous query that began while another one was opening', async () => {
  const waiting: { readonly query: ImageQuery; readonly answer: () => void }[] = []
  const { library, loader, store, turnClock } = setUp({
    openView: (query) => {
      const { promise, resolve } = Promise.withResolvers<Result<OpenedView>>()
      const numbers = Uint32Array.from(query.mark === 'waiting' ? [2] : library.records)
      const answer = () =>
        resolve(succeed({ view: 1, numbers, revision: 1, isFilling: false, continueAt: null, needs: [] }))
      waiting.push({ query, answer })
      return promise
    }
  })
  const first = loader.open(EMPTY_QUERY)
  waiting[0]?.answer()
  await first
  const pending = { ...EMPTY_QUERY, mark: 'waiting' } as const
  const next = loader.open(pending)
  library.records = [4, 3, 2, 1]
  loader.onLibraryChanged(change({ revision: 2, added: 1 }))
  turnClock()
  expect(waiting.map(({ query }) => query.mark)).toEqual(['any', 'waiting', 'any'])
  waiting[1]?.answer()
  await next
  waiting[2]?.answer()
  await settle()
  expect([store.getState().shown?.query.mark, store.getState().arrivals]).toEqual(['waiting', null])
})
