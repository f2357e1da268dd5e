/**
 * PUT, PATCH and DELETE where a host lets only GET and POST through: the same request as POST, with the method in
 * `_method`. Never tried unless the service itself says with a 405 that POST is what it takes there.
 */
import type { SendAnswer } from '../../../shared/send.ts'
import { withField } from './form.ts'
import { call, type AnswerFacts, type Call, type ServiceClient } from './service-client.ts'

export interface VerbHeard {
  readonly answer: SendAnswer
  /** Of both requests, where there were two. */
  readonly facts: AnswerFacts
  /** Sent as POST: an answer that shows nothing but the record may come from a service that does not know `_method`. */
  readonly isSpoofed: boolean
}

/** Sends a write in the way that gets through, and remembers which one did. A 405 proves that nothing was done. */
export async function callVerb(client: ServiceClient, request: Call): Promise<VerbHeard> {
  const way = client.dialect.get('verbs')
  const isSpoofed = way === 'spoofed'
  const first = await call(client, isSpoofed ? spoofed(request) : request)
  if (!isForTheOtherWay(first.answer, way)) return { ...first, isSpoofed }
  const second = await call(client, isSpoofed ? request : spoofed(request))
  if (isSuccess(second.answer)) client.dialect.learn('verbs', isSpoofed ? 'own' : 'spoofed')
  const facts = { ...second.facts, requests: first.facts.requests + second.facts.requests }
  return { answer: second.answer, facts, isSpoofed: !isSpoofed }
}

function spoofed(request: Call): Call {
  return { ...request, method: 'POST', form: withField(request.form ?? '', '_method', request.method) }
}

/** What `Allow` names must be POST, and none of the verbs that a record has. */
function isForTheOtherWay(answer: SendAnswer, way: 'own' | 'spoofed'): boolean {
  if (answer.kind !== 'answer' || answer.status !== 405) return false
  if (way === 'spoofed') return true
  const allowed = (answer.headers['allow'] ?? '').toUpperCase().split(/[\s,]+/)
  return allowed.includes('POST') && !['PUT', 'PATCH', 'DELETE'].some((verb) => allowed.includes(verb))
}

const isSuccess = (answer: SendAnswer): boolean =>
  answer.kind === 'answer' && answer.status >= 200 && answer.status < 300
