/** The grid on a large library: which rows it mounts, and what each frame shows. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { imagesNamed, openLibrary } from '../../../../test/helpers/component-library.ts'
import { grid, pressInGrid, show, tile } from '../../../../test/helpers/component.ts'
import { answer, asked } from '../../../../test/helpers/fake-bridge.ts'
import { succeed } from '../../../shared/failure.ts'
import { EMPTY_QUERY } from '../../../shared/query.ts'
import { App } from '../../app.tsx'
import { useQuery } from '../../stores/query-store.ts'
import { indexOrder } from '../selection/records.ts'
import { useSelection } from '../selection/selection.ts'
import { useView } from '../view/view-store.ts'

const COUNT = 2_000
const IMAGES = imagesNamed(...Array.from({ length: COUNT }, (_, at) => `Image ${at + 1}`))

beforeEach(() => {
  openLibrary({ images: IMAGES })
  show(<App />)
})

const cells = () => [...document.querySelectorAll<HTMLElement>('[role="gridcell"]')]
const rows = () => [...document.querySelectorAll<HTMLElement>('[role="grid"] [role="row"]')]

function inView(): HTMLElement[] {
  const view = grid().element().getBoundingClientRect()
  return cells().filter((cell) => {
    const { top, bottom } = cell.getBoundingClientRect()
    return bottom > view.top && top < view.bottom
  })
}

/** Observes each frame until the test ends; returns how many had a tile in view without its text, or none at all. */
function watchFrames(): () => number {
  const state = { blank: 0, isOver: false }
  const check = (): void => {
    if (state.isOver) return
    const tiles = inView()
    if (tiles.length === 0 || tiles.some((cell) => cell.textContent === '')) state.blank += 1
    requestAnimationFrame(check)
  }
  requestAnimationFrame(check)
  return () => {
    state.isOver = true
    return state.blank
  }
}

/** Resolves in the first frame that meets the condition. */
function frameIn(isMet: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => (isMet() ? resolve() : void requestAnimationFrame(check))
    requestAnimationFrame(check)
  })
}

function scrollTo(share: number): void {
  const element = grid().element()
  element.scrollTop = share * (element.scrollHeight - element.clientHeight)
}

describe('a jump', () => {
  it('mounts the visible rows first and alone, then those around them', async () => {
    await pressInGrid('Home')
    const mounted: number[] = []
    const observer = new MutationObserver(() => {
      if (inView().some((cell) => Number(cell.dataset['record']) > COUNT / 4)) mounted.push(rows().length)
    })
    observer.observe(grid().element(), { childList: true, subtree: true })
    scrollTo(0.5)
    await frameIn(() => mounted.length > 1)
    observer.disconnect()
    const height = grid().element().clientHeight
    const seen = Math.ceil(height / (rows()[0]?.getBoundingClientRect().height ?? 1)) + 1
    // The row with the focus stays too.
    expect(mounted[0]).toBeLessThanOrEqual(seen + 1)
    expect(mounted.at(-1)).toBeLessThanOrEqual(seen + 1 + 4)
  })

  it.each(['Control+End', 'PageDown', 'scrollbar'])('by %s shows content in each tile of each frame', async (how) => {
    await pressInGrid('Home')
    await expect.element(tile('Image 1')).toBeVisible()
    const stop = watchFrames()
    if (how === 'scrollbar') scrollTo(1)
    else await pressInGrid(how, how, how)
    await frameIn(() => inView().every((cell) => cell.dataset['record'] !== '1'))
    expect(stop()).toBe(0)
  })

  it('back to a previous position requests nothing and is complete in its first frame', async () => {
    await pressInGrid('Control+End')
    await expect.element(tile(`Image ${COUNT}`)).toBeVisible()
    const before = asked('getImages').length
    const stop = watchFrames()
    scrollTo(0)
    await expect.element(tile('Image 1')).toBeVisible()
    expect(stop()).toBe(0)
    const again = asked('getImages')
      .slice(before)
      .flatMap(({ records }) => [...records])
    expect(again.filter((record) => record < COUNT / 2)).toEqual([])
  })
})

describe('a jump to rows that are not read yet', () => {
  const held = { answer: Promise.withResolvers<void>() }
  beforeEach(async () => {
    await pressInGrid('Home')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    held.answer = Promise.withResolvers()
    // The fake passes on its arguments and waits for the answer.
    answer('getImages', (({ records }: { records: Uint32Array }) =>
      held.answer.promise.then(() => succeed(IMAGES.filter(({ record }) => records.includes(record))))) as never)
  })
  afterEach(() => {
    vi.runOnlyPendingTimers()
    vi.useRealTimers()
  })

  const isAt = (record: number) => inView().some((cell) => cell.dataset['record'] === String(record))

  it('keeps the previous rows in view until they are read', async () => {
    const before = asked('getImages').length
    scrollTo(1)
    await frameIn(() => asked('getImages').length > before)
    expect(isAt(1)).toBe(true)
    expect(document.documentElement.hasAttribute('data-oldest-request')).toBe(true)
    held.answer.resolve()
    await frameIn(() => isAt(COUNT))
    expect(inView().every((cell) => cell.textContent !== '')).toBe(true)
  })

  it('is drawn before the next one, so that a dragged scrollbar shows where it is', async () => {
    const before = asked('getImages').length
    scrollTo(0.5)
    await frameIn(() => asked('getImages').length > before)
    const drawn = new Set<string | undefined>()
    const observer = new MutationObserver(() => cells().forEach((cell) => drawn.add(cell.dataset['record'])))
    observer.observe(grid().element(), { childList: true, subtree: true })
    scrollTo(1)
    held.answer.resolve()
    await frameIn(() => isAt(COUNT))
    observer.disconnect()
    expect(drawn).toContain(String(COUNT / 2))
  })

  it('shows its rows without their data if reading takes long', async () => {
    const before = asked('getImages').length
    scrollTo(1)
    await frameIn(() => asked('getImages').length > before)
    vi.advanceTimersByTime(100)
    await frameIn(() => isAt(COUNT))
    expect(inView().every((cell) => cell.textContent === '')).toBe(true)
    held.answer.resolve()
  })
})

describe('another view', () => {
  it('is not drawn in the task that brings it, so that typing comes first', async () => {
    await pressInGrid('Home')
    const first = () => cells()[0]?.dataset['record']
    answer('openView', () =>
      succeed({
        view: 2,
        numbers: Uint32Array.of(COUNT - 1, COUNT),
        needs: [],
        revision: 1,
        isFilling: false,
        continueAt: null
      })
    )
    const brought = new Promise((resolve) => useView.subscribe((now) => now.shown?.view === 2 && resolve(now)))
    useQuery.setState({ query: { ...EMPTY_QUERY, search: 'x' } })
    await brought
    // React draws synchronous updates before the next task.
    await Promise.resolve()
    await Promise.resolve()
    expect(document.querySelector('h1')?.textContent).toBe('“x”')
    expect(first()).toBe('1')
    await frameIn(() => first() === String(COUNT - 1))
  })

  it('is drawn before the grid scrolls to an image that it adds', async () => {
    await pressInGrid('Home')
    const { shown } = useView.getState()
    const order = indexOrder(Uint32Array.from({ length: COUNT + 1 }, (_, at) => at + 1))
    openLibrary({
      images: [...IMAGES, ...imagesNamed(`Image ${COUNT + 1}`).map((row) => ({ ...row, record: COUNT + 1 }))]
    })
    if (shown !== null) useView.setState({ shown: { ...shown, order } })
    useSelection.setState({ reveal: { record: COUNT + 1 } })
    await frameIn(() => inView().some((cell) => cell.dataset['record'] === String(COUNT + 1)))
    expect(useView.getState().shown?.order.numbers).toHaveLength(COUNT + 1)
  })
})
