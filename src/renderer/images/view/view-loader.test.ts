import { describe, expect, test } from 'vitest'
import { create } from 'zustand'
import type { LibraryChange } from '../../../shared/bridge.ts'
import { fail, type Result, succeed } from '../../../shared/failure.ts'
import { type ImageRow, NO_LOOKS, type RecordStage } from '../../../shared/image.ts'
import { EMPTY_QUERY, type ImageQuery, type OpenedView } from '../../../shared/query.ts'
import { ViewLoader, type ViewLoaderPorts } from './view-loader.ts'
import { emptyView } from './view-store.ts'

/** A library with records that tests change, and a manual clock. */
function harness(part: Partial<ViewLoaderPorts> = {}) {
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
      isFilling: library.isFilling
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
  ...NO_LOOKS,
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
  isFilling: false
})
/** Settles everything that awaits an answer. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
const shown = ({ store }: Pick<ReturnType<typeof harness>, 'store'>) => [
  ...(store.getState().shown?.order.numbers ?? [])
]

describe('opening', () => {
  test('shows the order and reads only visible rows', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    world.loader.setVisible(0, 1)
    await settle()
    expect(shown(world)).toEqual([3, 2, 1])
    expect(world.reads).toEqual([[3, 2]])
  })

  test('keeps the latest query, whichever answer comes last', async () => {
    const answers: ((records: number[]) => void)[] = []
    const openView = () =>
      new Promise<ReturnType<typeof succeed<OpenedView>>>((resolve) => {
        answers.push((records) => resolve(succeed(opened(records, 1))))
      })
    const world = harness({ openView })
    void world.loader.open({ ...EMPTY_QUERY, search: 'a' })
    void world.loader.open({ ...EMPTY_QUERY, search: 'ab' })
    answers[1]?.([2])
    await settle()
    answers[0]?.([1])
    await settle()
    expect(shown(world)).toEqual([2])
    expect(world.store.getState().isOpening).toBe(false)
  })

  test('loads a view with the rows of its first screen', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    world.loader.setVisible(0, 1)
    await settle()
    world.library.records = [9, 8, 7, 3]
    const known: unknown[] = []
    world.store.subscribe((now, before) => {
      if (now.shown !== before.shown) known.push([now.rows.get(9)?.name, now.rows.get(8)?.name, now.rows.get(7)])
    })
    await world.loader.open({ ...EMPTY_QUERY, search: 'x' })
    expect(known).toEqual([['Image 9', 'Image 8', undefined]])
  })

  test('knows positions whose rows are loaded, changed or not', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    await world.loader.loadVisible(0, 1)
    expect([world.loader.hasRows(0, 1), world.loader.hasRows(1, 2)]).toEqual([true, false])
    world.store.getState().rows.expire(null)
    expect(world.loader.hasRows(0, 1)).toBe(true)
  })

  test('leaves the screen as it is on a failure', async () => {
    const state = { isBroken: false }
    const answer = succeed(opened([1], 1))
    const world = harness({ openView: async () => (state.isBroken ? fail('library-damaged') : answer) })
    await world.loader.open(EMPTY_QUERY)
    state.isBroken = true
    await world.loader.open({ ...EMPTY_QUERY, search: 'x' })
    expect(shown(world)).toEqual([1])
    expect(world.store.getState().failure?.code).toBe('library-damaged')
  })

  test('reads again what changed while the screen was not mounted', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    world.loader.setVisible(0, 2)
    await settle()
    world.library.favorites.add(2)
    await world.loader.start(EMPTY_QUERY)
    await settle()
    expect(world.store.getState().rows.get(2)?.favorite).toBe(true)
  })

  test('repeats a read that is older than a change received during it', async () => {
    const pending: ((revision: number, records: number[]) => void)[] = []
    const openView = () =>
      new Promise<Result<OpenedView>>((resolve) => {
        pending.push((revision, records) => resolve(succeed({ ...opened(records, revision), isFilling: true })))
      })
    const world = harness({ openView })
    void world.loader.open(EMPTY_QUERY)
    world.loader.onLibraryChanged(change({ revision: 5, added: 1 }))
    world.turnClock()
    pending[0]?.(4, [1])
    await settle()
    pending[1]?.(5, [2, 1])
    await settle()
    expect(shown(world)).toEqual([2, 1])
    expect(pending).toHaveLength(2)
  })

  test('reads a long view in calls that the gate accepts', async () => {
    const world = harness()
    world.library.records = Array.from({ length: 450 }, (_, i) => 450 - i)
    await world.loader.open(EMPTY_QUERY)
    world.loader.setVisible(0, 449)
    await settle()
    expect(world.reads.map((records) => records.length)).toEqual([200, 200, 50])
  })

  test('skips positions that were passed during a read', async () => {
    const world = harness()
    world.library.records = Array.from({ length: 100 }, (_, i) => 100 - i)
    await world.loader.open(EMPTY_QUERY)
    world.loader.setVisible(0, 1)
    world.loader.setVisible(40, 41)
    world.loader.setVisible(90, 91)
    await settle()
    expect(world.reads).toEqual([
      [100, 99],
      [10, 9]
    ])
  })
})

describe('a change in the library', () => {
  test('reads again only changed records in view', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    world.loader.setVisible(0, 1)
    await settle()
    world.library.favorites.add(2)
    world.loader.onLibraryChanged(change({ records: Uint32Array.of(2, 1) }))
    await settle()
    expect(world.reads).toEqual([[3, 2], [2]])
    expect(world.store.getState().rows.get(2)?.favorite).toBe(true)
    expect(world.store.getState().rowsRevision).toBe(2)
  })

  test('reads everything in view if the change is too large to list', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    world.loader.setVisible(0, 2)
    await settle()
    world.loader.onLibraryChanged(change({ records: null }))
    await settle()
    expect(world.reads).toEqual([
      [3, 2, 1],
      [3, 2, 1]
    ])
    // No row differs, so no tile renders.
    expect(world.store.getState().rowsRevision).toBe(1)
  })

  test('settles a reread when the rows are in the store', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    world.loader.setVisible(0, 2)
    await settle()
    world.library.favorites.add(3).add(2)
    await world.loader.reread(Uint32Array.of(3, 2))
    const { rows } = world.store.getState()
    expect([rows.get(3)?.favorite, rows.get(2)?.favorite, rows.get(1)?.favorite]).toEqual([true, true, false])
  })
})

describe('new records', () => {
  test('are kept aside until they are shown', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    world.library.records = [5, 4, 3, 2, 1]
    world.loader.onLibraryChanged(change({ added: 2 }))
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([3, 2, 1])
    expect([...(world.store.getState().arrivals?.numbers ?? [])]).toEqual([5, 4])
    world.loader.takeArrivals()
    expect(shown(world)).toEqual([5, 4, 3, 2, 1])
    expect(world.store.getState().arrivals).toBeNull()
  })

  test('are ignored if they do not match', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    world.loader.onLibraryChanged(change({ added: 7 }))
    world.turnClock()
    await settle()
    expect(world.store.getState().arrivals).toBeNull()
  })

  test.each([
    ['during the first pass', true, [1]],
    ['into an empty grid', false, []]
  ])('are shown automatically %s', async (_name, isFilling, records) => {
    const world = harness()
    Object.assign(world.library, { records, isFilling })
    await world.loader.open(EMPTY_QUERY)
    world.library.records = [2, 1]
    world.loader.onLibraryChanged(change({ added: 1 }))
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([2, 1])
  })

  test('of the last page of the first pass are shown although the pass is over', async () => {
    const world = harness()
    world.library.isFilling = true
    await world.loader.open(EMPTY_QUERY)
    Object.assign(world.library, { records: [3, 2, 1, 0], isFilling: false })
    world.loader.onLibraryChanged(change({ added: 1 }))
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([3, 2, 1, 0])
    world.library.records = [4, 3, 2, 1, 0]
    world.loader.onLibraryChanged(change({ added: 1 }))
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([3, 2, 1, 0])
  })

  test('are kept aside from the end of the first pass on, even if that end brought nothing', async () => {
    const world = harness()
    world.library.isFilling = true
    await world.loader.open(EMPTY_QUERY)
    world.library.isFilling = false
    world.loader.onReadingEnded()
    world.turnClock()
    await settle()
    world.library.records = [4, 3, 2, 1]
    world.loader.onLibraryChanged(change({ added: 1 }))
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([3, 2, 1])
    expect([...(world.store.getState().arrivals?.numbers ?? [])]).toEqual([4])
    world.loader.onReadingEnded()
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([3, 2, 1])
  })

  test('that arrive during a check cause one more check', async () => {
    const pending: ((records: number[]) => void)[] = []
    const openView = () =>
      new Promise<Result<OpenedView>>((resolve) => {
        pending.push((records) => resolve(succeed({ ...opened(records, 9), isFilling: true })))
      })
    const world = harness({ openView })
    void world.loader.open(EMPTY_QUERY)
    pending[0]?.([1])
    await settle()
    world.loader.onLibraryChanged(change({ added: 1 }))
    world.turnClock()
    world.loader.onReadingEnded()
    world.turnClock()
    pending[1]?.([2, 1])
    await settle()
    world.turnClock()
    pending[2]?.([3, 2, 1])
    await settle()
    expect(shown(world)).toEqual([3, 2, 1])
  })

  test('in a burst cause one check', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    for (let i = 0; i < 20; i += 1) world.loader.onLibraryChanged(change({ added: 1 }))
    world.turnClock()
    await settle()
    expect(world.library.views).toBe(2)
  })

  test('of a query that is no longer on screen are dropped', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    world.library.records = [9, 3, 2, 1]
    world.loader.onLibraryChanged(change({ added: 1 }))
    world.turnClock()
    await world.loader.open({ ...EMPTY_QUERY, favorite: true })
    await settle()
    expect(world.store.getState().arrivals).toBeNull()
    expect(shown(world)).toEqual([9, 3, 2, 1])
  })
})

describe('records that leave', () => {
  test('leave the screen when the library no longer has them; records that no longer match stay', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    world.library.gone.add(2)
    world.library.records = [3]
    world.loader.onLibraryChanged(change({ removed: 1 }))
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([3, 1])
  })

  test('leave the screen when their deletion is pending', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    world.library.stages.set(2, 'delete-waiting')
    world.library.records = [3, 1]
    world.loader.onLibraryChanged(change({ removed: 1 }))
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([3, 1])
  })

  test('leave the screen at once when deleted here, and the newer view is shown when it is equal', async () => {
    const world = harness()
    await world.loader.open(EMPTY_QUERY)
    world.loader.drop(Uint32Array.of(3))
    expect(shown(world)).toEqual([2, 1])
    world.library.records = [2, 1]
    world.loader.onLibraryChanged(change({ removed: 1 }))
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([2, 1])
    expect(world.store.getState().shown?.view).toBe(2)
  })

  test('stay if their read failed', async () => {
    const world = harness({ getImages: async () => fail('library-damaged') })
    await world.loader.open(EMPTY_QUERY)
    world.library.records = [3, 1]
    world.loader.onLibraryChanged(change({ removed: 1 }))
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([3, 2, 1])
  })

  test('leave with the next change if their read failed', async () => {
    const failure = fail('library-damaged')
    const answers: Result<readonly ImageRow[]>[] = [failure, succeed([])]
    const world = harness({ getImages: async () => answers.shift() ?? failure })
    await world.loader.open(EMPTY_QUERY)
    world.library.records = [3, 1]
    world.loader.onLibraryChanged(change({ removed: 1 }))
    world.turnClock()
    await settle()
    world.library.records = [4, 3, 1]
    world.loader.onLibraryChanged(change({ added: 1 }))
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([3, 1])
  })

  test('are not removed from another filter that was opened during the check', async () => {
    const asked: (() => void)[] = []
    const getImages = () =>
      new Promise<Result<readonly ImageRow[]>>((resolve) => asked.push(() => resolve(succeed([]))))
    const world = harness({ getImages })
    await world.loader.open(EMPTY_QUERY)
    world.library.records = [3, 1]
    world.loader.onLibraryChanged(change({ removed: 1 }))
    world.turnClock()
    await settle()
    world.library.records = [2]
    await world.loader.open({ ...EMPTY_QUERY, mark: 'waiting' })
    for (const answer of asked) answer()
    await settle()
    expect(shown(world)).toEqual([2])
  })
})

describe('a view of what needs attention or is pending', () => {
  const marked = (records: readonly number[]) => change({ records: Uint32Array.from(records) })

  test.each(['needs-you', 'waiting'] as const)('fills automatically when it is open and empty: %s', async (mark) => {
    const world = harness()
    world.library.records = []
    await world.loader.open({ ...EMPTY_QUERY, mark })
    world.library.records = [2]
    world.loader.onLibraryChanged(marked([2]))
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([2])
  })

  test('matches the library: resolved records leave and new ones enter', async () => {
    const world = harness()
    await world.loader.open({ ...EMPTY_QUERY, mark: 'needs-you' })
    world.library.records = [5, 3]
    world.loader.onLibraryChanged(marked([1, 2, 5]))
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([5, 3])
    expect(world.store.getState().arrivals).toBeNull()
  })

  test('stays as it is while an image covers it, and is up to date once that is closed', async () => {
    const world = harness({ isCovered: () => true })
    await world.loader.open({ ...EMPTY_QUERY, mark: 'waiting' })
    world.library.records = [3, 1]
    world.loader.onLibraryChanged(marked([2]))
    world.turnClock()
    await settle()
    expect(shown(world)).toEqual([3, 2, 1])
    await world.loader.onUncovered()
    expect(shown(world)).toEqual([3, 1])
  })

  test('is read again when a change comes during the read', async () => {
    const pending: ((view: OpenedView) => void)[] = []
    const openView = () => new Promise<Result<OpenedView>>((resolve) => pending.push((view) => resolve(succeed(view))))
    const world = harness({ openView })
    void world.loader.open({ ...EMPTY_QUERY, mark: 'needs-you' })
    world.loader.onLibraryChanged({ ...marked([2]), revision: 5 })
    pending[0]?.(opened([], 4))
    await settle()
    pending[1]?.(opened([2], 5))
    await settle()
    expect(shown(world)).toEqual([2])
  })

  test('does not apply to any other view: a changed row moves nothing', async () => {
    const world = harness()
    await world.loader.open({ ...EMPTY_QUERY, favorite: true })
    world.library.records = [3]
    world.loader.onLibraryChanged(marked([1, 2]))
    world.turnClock()
    await settle()
    expect([shown(world), world.library.views]).toEqual([[3, 2, 1], 1])
  })
})

test('fills an empty view of favorites automatically', async () => {
  const world = harness()
  world.library.records = []
  await world.loader.open({ ...EMPTY_QUERY, favorite: true })
  world.library.records = [2]
  world.loader.onLibraryChanged(change({ records: Uint32Array.of(2) }))
  world.turnClock()
  await settle()
  expect(shown(world)).toEqual([2])
})

test('shows new records at once on refresh', async () => {
  const world = harness()
  await world.loader.open(EMPTY_QUERY)
  world.library.records = [4, 3, 2, 1]
  await world.loader.refresh()
  expect(shown(world)).toEqual([4, 3, 2, 1])
})

test('reads a row once for two parts of the screen', async () => {
  const world = harness()
  await world.loader.open(EMPTY_QUERY)
  world.loader.watch('inspector', Uint32Array.of(1))
  world.loader.watch('full-view', Uint32Array.of(2))
  await settle()
  const { rows } = world.store.getState()
  expect([rows.get(1)?.record, rows.get(2)?.record]).toEqual([1, 2])
})

test('refreshes the filter that is opening, not the one that is still shown', async () => {
  const asked: { readonly query: ImageQuery; readonly answer: (opened: OpenedView) => void }[] = []
  const openView = (query: ImageQuery) =>
    new Promise<Result<OpenedView>>((resolve) => asked.push({ query, answer: (view) => resolve(succeed(view)) }))
  const { loader, store } = harness({ openView })
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
  const { library, loader, store, turnClock } = harness({
    openView: (query) => {
      const { promise, resolve } = Promise.withResolvers<Result<OpenedView>>()
      const numbers = Uint32Array.from(query.mark === 'waiting' ? [2] : library.records)
      const answer = () => resolve(succeed({ view: 1, numbers, revision: 1, isFilling: false, needs: [] }))
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
