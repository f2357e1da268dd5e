/** Translates what an operation of the service yielded into what the governor learns from it. */
import type { RateFacts, TurnReport } from '../domain/turn-report.ts'
import { type AnswerFacts, type Answered, factsOf } from '../service/service-client.ts'
import type { SendAnswer } from '../../../shared/send.ts'

const TROUBLE_STATUSES: readonly number[] = [408, 503]

/** Facts and outcome of one operation as a report of its turn. */
export function turnReportOf({ outcome, facts }: Answered<unknown>): TurnReport {
  return {
    kind: kindOf({ outcome, facts }),
    rate: rateOf(facts),
    retryAfterMs: outcome.kind === 'held' ? outcome.retryAfterMs : facts.rate.retryAfterMs,
    requests: facts.requests
  }
}

/** The same of one plain answer, received at that time (ms since epoch). */
export function turnReportOfAnswer(answer: SendAnswer, receivedAt: number): TurnReport {
  const facts = factsOf(answer, receivedAt, receivedAt)
  const kind = plainKind(answer, facts.status)
  return { kind, rate: rateOf(facts), retryAfterMs: facts.rate.retryAfterMs, requests: 1 }
}

function rateOf({ rate: { limit, remaining, resetAt }, receivedAt }: AnswerFacts): RateFacts {
  return { limit, remaining, resetMs: resetAt === null ? null : resetAt - receivedAt }
}

function plainKind(answer: SendAnswer, status: number | null): TurnReport['kind'] {
  if (answer.kind === 'failed') return answer.wasSent ? 'failed' : 'unsent'
  if (status === 429) return 'refused'
  return status !== null && TROUBLE_STATUSES.includes(status) ? 'troubled' : 'answered'
}

function kindOf({ outcome, facts }: Answered<unknown>): TurnReport['kind'] {
  if (outcome.kind === 'held') return 'refused'
  if (facts.requests === 0) return 'unsent'
  if (facts.status !== null) return TROUBLE_STATUSES.includes(facts.status) ? 'troubled' : 'answered'
  const code = 'failure' in outcome ? outcome.failure.code : null
  if (code === 'timed-out') return 'troubled'
  return outcome.kind === 'retry' ? 'unsent' : 'failed'
}
