/** How many requests may be on their way to one host: grows with answers, halves on trouble. Pure. */
import { MAX_REQUESTS_PER_HOST } from '../../../shared/limits.ts'

export interface RequestWindow {
  readonly size: number
  /** Answers counted towards the next growth. */
  readonly answered: number
  /** Monotonic ms of the last halving. */
  readonly halvedAt: number
}

/** Answers to requests that left together arrive together: only one halving counts for them. */
export const HALVING_GAP_MS = 500

export const NEW_WINDOW: RequestWindow = { size: 1, answered: 0, halvedAt: Number.NEGATIVE_INFINITY }

/** One more after each full window of answers, up to the sockets a host gets. */
export function growWindow(window: RequestWindow): RequestWindow {
  const answered = window.answered + 1
  if (answered < window.size) return { ...window, answered }
  return { ...window, size: Math.min(MAX_REQUESTS_PER_HOST, window.size + 1), answered: 0 }
}

/** 429, 503 or a timeout: half, at most once per gap, never below one. */
export function halveWindow(window: RequestWindow, elapsed: number): RequestWindow {
  if (elapsed - window.halvedAt < HALVING_GAP_MS) return window
  return { size: Math.max(1, Math.floor(window.size / 2)), answered: 0, halvedAt: elapsed }
}
