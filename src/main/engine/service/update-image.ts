/**
 * Updates one image: PUT, or PATCH if PUT is refused; 1/0, or true/false if that is visibly not accepted; `results` in
 * the next encoding if a refusal names it. The working form is remembered, so that a batch pays for the difference
 * once; an encoding of `results` only after the first-update check has verified that it changed nothing (decision 10).
 */
import type { SentAlong } from '../../../shared/batch.ts'
import type { Failure } from '../../../shared/failure.ts'
import { RESPONSE_TIMEOUT_MS } from '../../../shared/limits.ts'
import { type Outcome, shownBy } from '../domain/outcome.ts'
import { isSameName, isShortenedName, areSameFiles } from '../domain/same-value.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { callVerb } from './call-verb.ts'
import { nextResultsForm, otherWriting, RESULTS_FORMS } from './dialect.ts'
import { updateForm, type UpdateWriting } from './form.ts'
import { assessImage } from './images.ts'
import { recordAddress } from './list-query.ts'
import { type Assessment, judge } from './reply.ts'
import { chooseResults, type KnownResults, resultsTrait, type SentResults } from './results-carrier.ts'
import { summed, unsent, type ServiceResult, type ServiceClient } from './service-client.ts'

export interface UpdateImageArgs {
  readonly id: string
  /** Present only if it changes: a favorite update never sends a name. */
  readonly name?: string
  /** The previous name, if known: a response that still shows it has not accepted the new one. */
  readonly nameBefore?: string | null
  readonly favorite: boolean
  /** The mirror's results; the `mirror` of an outbox entry fits. */
  readonly known: KnownResults
}

export interface UpdateResult extends ServiceResult<ServiceImage> {
  /**
   * What was sent as `results`, and whether the response shows other ones, for the receipt; `null` if nothing was sent.
   */
  readonly along: Pick<SentAlong, 'results' | 'showsOther'> | null
}

interface Job {
  readonly client: ServiceClient
  readonly args: UpdateImageArgs
  readonly url: string
  readonly results: SentResults
}

interface Attempt extends ServiceResult<ServiceImage> {
  readonly writing: UpdateWriting
}

/**
 * Sets the desired values of `args`. `applied` contains the record of the response, `null` if it shows none (verified
 * with the next page); `rejected` with `not-taken` if the response shows no change.
 */
export async function updateImage(client: ServiceClient, args: UpdateImageArgs): Promise<UpdateResult> {
  const address = recordAddress(client.address, 'images', args.id)
  if (!address.ok) return { ...unsent(address.failure), along: null }
  const results = chooseResults(args.known)
  const attempt = await tryForms({ client, args, url: address.value, results })
  const outcome = withNameChecked(attempt.outcome, args)
  const along = { results: results.source, showsOther: showsOtherResults(outcome, results) }
  return { outcome, facts: attempt.facts, along }
}

/**
 * A refusal that names `results` changed nothing, so the next encoding is tried before the user decides; after the last
 * one the first refusal is returned. If an encoding is known, the refusal is about this record.
 */
async function tryForms(job: Job): Promise<Attempt> {
  const { dialect } = job.client
  const trait = resultsTrait(job.results.value)
  const first = await tryWritings(job)
  // The usual encoding can lose nothing that the first update of a connection would not have shown.
  const isUsual = first.writing.results === RESULTS_FORMS[0]
  if (first.outcome.kind === 'applied' && isUsual) dialect.learn(trait, RESULTS_FORMS[0])
  if (!namesResults(first) || dialect.known(trait) !== null) return first
  let last = first
  for (let more = RESULTS_FORMS.length - 1; more > 0 && isRefused(last); more -= 1) {
    const form = last.writing.results
    const next = nextResultsForm(dialect, trait, form)
    // Another update may already have moved on to the next one.
    if (dialect.get(trait) === form) dialect.attempt(trait, next)
    if (next === null) break
    last = after(last, await tryWritings(job))
  }
  if (!isRefused(last)) return last
  dialect.attempt(trait, null)
  return { ...first, facts: last.facts }
}

async function tryWritings(job: Job): Promise<Attempt> {
  const { dialect } = job.client
  const flag = dialect.get('update.boolean')
  const first = await tryMethods(job, flag)
  const isTaken = !isFlagNotTaken(first)
  const last = isTaken ? first : after(first, await tryMethods(job, otherWriting(flag)))
  const { outcome, writing } = last
  // An encoding is learned from a response that shows the desired value, or if it worked after the other was refused.
  const isShown = shownBy(outcome)?.fields.favorite === job.args.favorite
  if (outcome.kind === 'applied' && (isShown || !isTaken)) dialect.learn('update.boolean', writing.flag)
  return last
}

async function tryMethods(job: Job, flag: UpdateWriting['flag']): Promise<Attempt> {
  const { dialect } = job.client
  const method = dialect.get('update.method')
  const first = await send(job, method, flag)
  if (!isMethodRefused(first)) return first
  const other = method === 'PUT' ? 'PATCH' : 'PUT'
  const second = await send(job, other, flag)
  // The service accepted the method: it validated the fields, or applied the update.
  const isAccepted =
    second.outcome.kind === 'applied' || (second.outcome.kind === 'rejected' && !isMethodRefused(second))
  if (isAccepted) dialect.learn('update.method', other)
  return after(first, second)
}

const after = (first: Attempt, last: Attempt): Attempt => ({ ...last, facts: summed(first.facts, last.facts) })

async function send(job: Job, method: 'PUT' | 'PATCH', flag: UpdateWriting['flag']): Promise<Attempt> {
  const { client, args, results } = job
  const trait = resultsTrait(results.value)
  const writing = { flag, results: client.dialect.get(trait) }
  client.dialect.noteUsed(trait, writing.results, args.id)
  const form = updateForm({ ...args, results }, writing)
  const received = await callVerb(client, { method, url: job.url, form, timeoutMs: RESPONSE_TIMEOUT_MS, once: false })
  const outcome = judge('update', received, (root) => assess(root, client.address, args))
  return { outcome, facts: received.facts, writing }
}

function assess(root: unknown, base: string, { id, favorite }: UpdateImageArgs): Assessment<ServiceImage> {
  const read = assessImage(root, base, id)
  return (read.value?.fields.favorite ?? favorite) === favorite ? read : { ...read, shape: 'other' }
}

const refusalOf = ({ outcome }: Attempt): Partial<Failure> => (outcome.kind === 'rejected' ? outcome.failure : {})

const isMethodRefused = (attempt: Attempt): boolean => refusalOf(attempt).code === 'method-refused'

/** Considers visible signs only: the response shows the other value, or refuses this very field. */
function isFlagNotTaken(attempt: Attempt): boolean {
  const { code, fields = {} } = refusalOf(attempt)
  return code === 'not-taken' || Object.hasOwn(fields, 'favorite')
}

const namesResults = (attempt: Attempt): boolean =>
  Object.keys(refusalOf(attempt).fields ?? {}).some((field) => /^results\b/.test(field))

/**
 * Returns whether the encoding was not accepted or not read; a record that is gone, or a refused method, is another
 * case.
 */
const isRefused = (attempt: Attempt): boolean =>
  ['refused', 'refused-fields', 'not-taken'].includes(refusalOf(attempt).code ?? '')

/** Accepts a normalized or shortened name; any other one means that the desired name was not accepted. */
function withNameChecked(outcome: Outcome<ServiceImage>, args: UpdateImageArgs): Outcome<ServiceImage> {
  const { name, nameBefore } = args
  const shown = shownBy(outcome)?.fields.name
  if (name === undefined || shown === undefined || isSameName(shown ?? '', name)) return outcome
  if (shown !== null && shown !== nameBefore && isShortenedName(shown, name)) return outcome
  return { kind: 'rejected', failure: { code: 'not-taken' } }
}

function showsOtherResults(outcome: Outcome<ServiceImage>, sent: SentResults): boolean {
  const shown = shownBy(outcome)?.fields.results
  const wasKnown = sent.source === 'results' || sent.source === 'empty-results'
  return wasKnown && shown !== undefined && !areSameFiles(JSON.stringify(shown), JSON.stringify(sent.value))
}
