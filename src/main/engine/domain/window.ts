/**
 * Limits the requests in flight to one host: grows with responses, halves on failures. A size that failed as soon as it
 * was reached is a ceiling, because the service has no more workers. It is tested again with decreasing frequency.
 * Pure.
 */
import { MAX_REQUESTS_PER_HOST } from '../../../shared/limits.ts'

export interface RequestWindow {
  readonly size: number
  /** Responses since the size last changed. */
  readonly answered: number
  /** Monotonic ms of the last halving. */
  readonly halvedAt: number
  /** The largest size that worked while one more failed; `null` if none was found. */
  readonly ceiling: number | null
  /** Responses at the ceiling before a larger size is tested. */
  readonly patience: number
}

/** Requests sent together fail together, so they cause one halving only. */
export const HALVING_GAP_MS = 500
const PATIENCE = 200
const MOST_PATIENCE = 3_200
/** A failure within this many windows of responses after growing is attributed to the size. */
const TEST_WINDOWS = 4

export const NEW_WINDOW: RequestWindow = {
  size: 1,
  answered: 0,
  halvedAt: Number.NEGATIVE_INFINITY,
  ceiling: null,
  patience: PATIENCE
}

/** Returns how many may be in flight if a share of the host is used: that share of its sockets, or of its ceiling. */
export function roomIn({ size, ceiling }: RequestWindow, share: number): number {
  const most = ceiling ?? MAX_REQUESTS_PER_HOST
  return share === 1 ? size : Math.min(size, Math.max(1, Math.floor(most * share)))
}

/** Adds one after each full window of responses, up to the sockets per host, or to the known ceiling. */
export function growWindow(before: RequestWindow): RequestWindow {
  const window = { ...before, answered: before.answered + 1 }
  const { size, answered, ceiling } = window
  if (size === MAX_REQUESTS_PER_HOST && ceiling === null) return window
  if (ceiling !== null && size > ceiling) {
    const isProven = answered >= size * TEST_WINDOWS
    return isProven ? { ...window, ceiling: null, patience: PATIENCE } : window
  }
  const needed = size === ceiling ? window.patience : size
  if (answered < needed) return window
  return { ...window, size: Math.min(MAX_REQUESTS_PER_HOST, size + 1), answered: 0 }
}

/** Halves after a refusal for rate, at most once per gap, never below one; the size itself was not the cause. */
export function halveWindow(window: RequestWindow, elapsed: number): RequestWindow {
  if (elapsed - window.halvedAt < HALVING_GAP_MS) return window
  return { ...window, size: Math.max(1, Math.floor(window.size / 2)), answered: 0, halvedAt: elapsed }
}

/** Halves after a 503 or a timeout, and records a ceiling if the size was just reached. */
export function shrinkWindow(window: RequestWindow, elapsed: number): RequestWindow {
  const halved = halveWindow(window, elapsed)
  const { size, answered, ceiling, patience } = window
  const isOfSize = size > 1 && answered > 0 && answered < size * TEST_WINDOWS
  if (halved === window || !isOfSize) return halved
  const isRetested = ceiling !== null && size > ceiling
  return { ...halved, ceiling: size - 1, patience: isRetested ? Math.min(MOST_PATIENCE, patience * 2) : patience }
}
