/**
 * How many requests may be on their way to one host: grows with answers, halves on trouble. A size that brought
 * trouble as soon as it was reached is a ceiling: the service has no more workers. It is tried again, ever more
 * rarely. Pure.
 */
import { MAX_REQUESTS_PER_HOST } from '../../../shared/limits.ts'

export interface RequestWindow {
  readonly size: number
  /** Answers since the size last changed. */
  readonly answered: number
  /** Monotonic ms of the last halving. */
  readonly halvedAt: number
  /** The most that went well where one more did not; null = none was found. */
  readonly ceiling: number | null
  /** Answers at the ceiling before one more is tried. */
  readonly patience: number
}

/** Answers to requests that left together arrive together: only one halving counts for them. */
export const HALVING_GAP_MS = 500
const PATIENCE = 200
const MOST_PATIENCE = 3_200
/** Trouble within so many windows of answers after the size grew is the doing of the size. */
const TRIAL_WINDOWS = 4

export const NEW_WINDOW: RequestWindow = {
  size: 1,
  answered: 0,
  halvedAt: Number.NEGATIVE_INFINITY,
  ceiling: null,
  patience: PATIENCE
}

/** How many may be on their way where a share of the host is used: so much of its sockets, or of its ceiling. */
export function roomIn({ size, ceiling }: RequestWindow, share: number): number {
  const most = ceiling ?? MAX_REQUESTS_PER_HOST
  return share === 1 ? size : Math.min(size, Math.max(1, Math.floor(most * share)))
}

/** One more after each full window of answers, up to the sockets a host gets, or to the ceiling that was found. */
export function growWindow(before: RequestWindow): RequestWindow {
  const window = { ...before, answered: before.answered + 1 }
  const { size, answered, ceiling } = window
  if (size === MAX_REQUESTS_PER_HOST && ceiling === null) return window
  if (ceiling !== null && size > ceiling) {
    const isProven = answered >= size * TRIAL_WINDOWS
    return isProven ? { ...window, ceiling: null, patience: PATIENCE } : window
  }
  const needed = size === ceiling ? window.patience : size
  if (answered < needed) return window
  return { ...window, size: Math.min(MAX_REQUESTS_PER_HOST, size + 1), answered: 0 }
}

/** A refusal for pace: half, at most once per gap, never below one. How many were on their way is not what was wrong. */
export function halveWindow(window: RequestWindow, elapsed: number): RequestWindow {
  if (elapsed - window.halvedAt < HALVING_GAP_MS) return window
  return { ...window, size: Math.max(1, Math.floor(window.size / 2)), answered: 0, halvedAt: elapsed }
}

/** 503 or a timeout: half as well, and what was just reached may have been too much. */
export function troubleWindow(window: RequestWindow, elapsed: number): RequestWindow {
  const halved = halveWindow(window, elapsed)
  const { size, answered, ceiling, patience } = window
  const isOfSize = size > 1 && answered > 0 && answered < size * TRIAL_WINDOWS
  if (halved === window || !isOfSize) return halved
  const isTriedAgain = ceiling !== null && size > ceiling
  return { ...halved, ceiling: size - 1, patience: isTriedAgain ? Math.min(MOST_PATIENCE, patience * 2) : patience }
}
