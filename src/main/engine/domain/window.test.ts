import { describe, expect, it } from 'vitest'
import { HALVING_GAP_MS, NEW_WINDOW, growWindow, halveWindow, roomIn, shrinkWindow } from './window.ts'

const afterResponses = (count: number, from = NEW_WINDOW) =>
  Array.from({ length: count }).reduce<typeof NEW_WINDOW>(growWindow, from)

/** Grows to five and fails there, as with a service of four workers. */
const afterErrorAtFive = () => shrinkWindow(afterResponses(2, { ...NEW_WINDOW, size: 5 }), 1_000)

describe('window', () => {
  it.each([
    [0, 1],
    [1, 2],
    [2, 2],
    [3, 3],
    [6, 4],
    [10, 5],
    [15, 6],
    [1_000, 6]
  ])('after %i responses it is %i', (answers, size) => {
    expect(afterResponses(answers).size).toBe(size)
  })

  it('halves, and only once for simultaneous failures', () => {
    const full = afterResponses(15)
    const once = halveWindow(full, 1_000)
    expect(once.size).toBe(3)
    expect(halveWindow(once, 1_000 + HALVING_GAP_MS - 1)).toBe(once)
    expect(halveWindow(once, 1_000 + HALVING_GAP_MS).size).toBe(1)
  })

  it('never falls below one', () => {
    expect(halveWindow(NEW_WINDOW, 0).size).toBe(1)
  })

  it('stops growing below a size that failed as soon as it was reached', () => {
    const troubled = afterErrorAtFive()
    expect(troubled).toMatchObject({ size: 2, ceiling: 4 })
    expect(afterResponses(150, troubled).size).toBe(4)
  })

  it('tests one more occasionally, more rarely each time it fails, and drops the ceiling when it works', () => {
    const tested = afterResponses(205, afterErrorAtFive())
    expect(tested.size).toBe(5)
    const failed = shrinkWindow(afterResponses(1, tested), 60_000)
    expect(failed).toMatchObject({ size: 2, ceiling: 4, patience: 400 })
    expect(afterResponses(350, failed).size).toBe(4)
    const works = afterResponses(20, tested)
    expect(works.ceiling).toBeNull()
    expect(afterResponses(6, works).size).toBe(6)
  })

  it('finds no ceiling in an isolated failure, in an outage, or with one request in flight', () => {
    const late = shrinkWindow(afterResponses(200), 1_000)
    expect(late).toMatchObject({ size: 3, ceiling: null })
    expect(shrinkWindow(late, 5_000)).toMatchObject({ size: 1, ceiling: null })
    expect(shrinkWindow(NEW_WINDOW, 5_000).ceiling).toBeNull()
  })
})

describe('a share of a host', () => {
  it.each([
    [6, null, 1, 6],
    [6, null, 0.5, 3],
    [2, null, 0.5, 2],
    [4, 4, 0.5, 2],
    [5, 4, 0.5, 2],
    [5, 4, 1, 5],
    [3, 3, 0.5, 1],
    [1, 1, 0.5, 1]
  ])('with a window of %i, a ceiling of %s and a share of %d: room for %i', (size, ceiling, share, room) => {
    expect(roomIn({ ...NEW_WINDOW, size, ceiling }, share)).toBe(room)
  })
})

describe('a window at its edges', () => {
  const at = (size: number, more: Partial<typeof NEW_WINDOW> = {}) => ({ ...NEW_WINDOW, size, ...more })

  it('counts responses separately for each size', () => {
    expect(growWindow(at(3, { answered: 1 }))).toMatchObject({ size: 3, answered: 2 })
    expect(growWindow(at(3, { answered: 2 }))).toMatchObject({ size: 4, answered: 0 })
  })

  it('waits at the ceiling for `patience` responses, and grows freely below it', () => {
    const patient = { ceiling: 4, patience: 20 }
    expect(growWindow(at(4, { ...patient, answered: 18 })).size).toBe(4)
    expect(growWindow(at(4, { ...patient, answered: 19 })).size).toBe(5)
    expect(growWindow(at(3, { ...patient, answered: 2 })).size).toBe(4)
  })

  it('stays above the ceiling until it succeeded for four windows of responses', () => {
    const tested = { ceiling: 4, patience: 800 }
    expect(growWindow(at(5, { ...tested, answered: 18 }))).toEqual(at(5, { ...tested, answered: 19 }))
    expect(growWindow(at(5, { ...tested, answered: 19 }))).toEqual(at(5, { answered: 20 }))
  })

  it('keeps a ceiling at the maximum per host, and never grows beyond', () => {
    expect(growWindow(at(6, { ceiling: 6, answered: 500 })).size).toBe(6)
    expect(growWindow(at(6, { ceiling: 5, answered: 23 }))).toMatchObject({ size: 6, ceiling: null })
  })

  it.each([
    [0, null],
    [1, 3],
    [15, 3],
    [16, null]
  ])('a failure after %i responses at four: ceiling %s', (answered, ceiling) => {
    expect(shrinkWindow(at(4, { answered }), 9_000)).toMatchObject({ size: 2, halvedAt: 9_000, ceiling })
  })

  it('finds no ceiling with one request in flight, however many were served', () => {
    expect(shrinkWindow(at(1, { answered: 2 }), 9_000)).toMatchObject({ size: 1, ceiling: null })
  })

  it('doubles the patience only if a size above the ceiling was tested', () => {
    expect(shrinkWindow(at(4, { answered: 1, ceiling: 4 }), 9_000)).toMatchObject({ ceiling: 3, patience: 200 })
    expect(shrinkWindow(at(5, { answered: 1, ceiling: 4 }), 9_000)).toMatchObject({ ceiling: 4, patience: 400 })
  })

  it('tests a larger size at least after 3,200 responses', () => {
    expect(shrinkWindow(at(5, { answered: 1, ceiling: 4, patience: 3_200 }), 9_000).patience).toBe(3_200)
  })

  it('ignores a failure that belongs to the last halving', () => {
    const window = at(4, { answered: 1, halvedAt: 8_600 })
    expect(shrinkWindow(window, 9_000)).toBe(window)
  })
})
