/** Rate limit headers of responses, by dialect. */
import type { ServiceDialect } from './switches.ts'

export interface RateState {
  readonly isAllowed: boolean
  /** Requests per window. */
  readonly limit: number
  readonly left: number
  /** End of the window, ms since epoch; `at` is the current time. */
  readonly endsAt: number
  readonly at: number
}

type Headers = Readonly<Record<string, string>>
export type WriteRate = (state: RateState) => Headers

const WINDOW_S = 60

/** Remaining seconds, rounded up like every time here, so that a caller that waits is never too early. */
const secondsLeft = ({ endsAt, at }: RateState): string => String(Math.max(1, Math.ceil((endsAt - at) / 1000)))
const resetEpoch = ({ endsAt }: RateState): Headers => ({ 'x-ratelimit-reset': String(Math.ceil(endsAt / 1000)) })
const retryAfter = (state: RateState): Headers => (state.isAllowed ? {} : { 'retry-after': secondsLeft(state) })

const counts = ({ limit, left }: RateState): Headers => ({
  'x-ratelimit-limit': String(limit),
  'x-ratelimit-remaining': String(left)
})

/** Adds Retry-After in seconds and X-RateLimit-Reset in epoch seconds to a rejection. */
export const typicalHeaders: WriteRate = (state) => ({
  ...counts(state),
  ...retryAfter(state),
  ...(state.isAllowed ? {} : resetEpoch(state))
})

export const RATE_WRITERS: Readonly<Record<ServiceDialect['rate'], WriteRate>> = {
  typical: typicalHeaders,
  none: () => ({}),
  'retry-after': retryAfter,
  'reset-epoch': (state) => ({ ...counts(state), ...resetEpoch(state) }),
  'reset-seconds': (state) => ({ ...counts(state), 'x-ratelimit-reset': secondsLeft(state) }),
  ietf: (state) => ({
    'ratelimit-limit': String(state.limit),
    'ratelimit-remaining': String(state.left),
    'ratelimit-reset': secondsLeft(state),
    'ratelimit-policy': `${state.limit};w=${WINDOW_S}`
  }),
  'ietf-items': (state) => ({
    ratelimit: `"default";r=${state.left};t=${secondsLeft(state)}`,
    'ratelimit-policy': `"default";q=${state.limit};w=${WINDOW_S}`
  })
}
