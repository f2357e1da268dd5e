import { beforeEach, describe, expect, it, test } from 'vitest'
import { succeed } from '../../../shared/failure.ts'
import { EMPTY_QUERY, type ImageQuery } from '../../../shared/query.ts'
import { pendingSaves } from '../../stores/pending-saves.ts'
import { indexOrder } from '../selection/records.ts'
import { NO_SELECTION, selectOnly, useSelection } from '../selection/selection.ts'
import { closeFullView, openFullView, openReview, toggleReview, useFullView } from '../view/full-view-store.ts'
import { emptyView, useView } from '../view/view-store.ts'
import { continueReview, createReview, startReview } from './review.ts'

const show = (...records: number[]) =>
  useView.setState({
    ...emptyView(),
    shown: { view: 1, query: EMPTY_QUERY, order: indexOrder(Uint32Array.from(records)), isFilling: false, needs: [] }
  })
const select = (record: number) => useSelection.setState({ selection: selectOnly(NO_SELECTION, record) })
/** Returns the shown image, and whether it is reviewed. */
const now = () => [useFullView.getState().record, useFullView.getState().isReviewing]

beforeEach(() => {
  closeFullView()
  useSelection.setState({ selection: NO_SELECTION, active: null, reveal: null })
  show(9, 4, 7, 2)
})

describe('a review starts', () => {
  it('at the selected image', () => {
    useView.setState({ continueAt: 7 })
    select(4)
    startReview()
    expect([now(), useSelection.getState().active]).toEqual([[4, true], 4])
  })

  it('at the image of a menu, whatever is selected', () => {
    select(4)
    startReview(2)
    expect(now()).toEqual([2, true])
  })

  it('without a selection where it stopped, and at the focused image if it never did', () => {
    useSelection.setState({ active: 4 })
    startReview()
    expect(now()).toEqual([4, true])
    closeFullView()
    useView.setState({ continueAt: 7 })
    startReview()
    expect(now()).toEqual([7, true])
  })

  it('at the focused image after it reached the last one', () => {
    useSelection.setState({ active: 9 })
    useView.setState({ continueAt: 2 })
    startReview()
    expect(now()).toEqual([9, true])
  })

  it('at the first image if the selected one is not in the view', () => {
    select(5)
    startReview()
    expect(now()).toEqual([9, true])
  })

  it('nowhere in an empty view', () => {
    show()
    startReview()
    continueReview()
    expect(now()).toEqual([null, false])
  })
})

it('continues where it stopped, whatever is selected, also from the full view', () => {
  useView.setState({ continueAt: 7 })
  select(4)
  continueReview()
  expect(now()).toEqual([7, true])
  openFullView(9)
  continueReview()
  expect(now()).toEqual([7, true])
})

it('is switched off and on in the full view', () => {
  openFullView(4)
  startReview()
  expect(now()).toEqual([4, true])
  startReview()
  expect(now()).toEqual([4, false])
})

describe('while reviewing', () => {
  const sent: (readonly [string, unknown])[] = []
  const review = createReview({
    markViewed: async ({ records }) => (sent.push(['viewed', [...records]]), succeed(null)),
    saveReviewStop: async ({ query, record }: { query: ImageQuery; record: number }) => (
      sent.push([query.mark, record]),
      succeed(null)
    )
  })
  beforeEach(() => {
    sent.length = 0
  })
  const following = (act: () => void): void => {
    const stop = review.follow()
    act()
    stop()
    pendingSaves.flush()
  }

  test('only the last of many quick steps is stored', () => {
    following(() => {
      openReview(9)
      openFullView(4)
      openFullView(7)
    })
    expect([sent, useView.getState().continueAt]).toEqual([[['any', 7]], 7])
  })

  test('nothing is stored without review, or of an image outside the view', () => {
    following(() => {
      openFullView(9)
      openReview(5)
    })
    expect([sent, useView.getState().continueAt]).toEqual([[], null])
  })

  test('the image on screen is stored when review is switched on', () => {
    following(() => {
      openFullView(4)
      toggleReview()
    })
    expect(sent).toEqual([['any', 4]])
  })

  test('marks and the position are stored before a view is read again', async () => {
    const stop = review.follow()
    openReview(4)
    review.markViewed(4)
    await review.saved()
    stop()
    expect(sent).toEqual([
      ['viewed', [4]],
      ['any', 4]
    ])
  })
})
