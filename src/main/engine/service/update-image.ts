/**
 * Update of one image: PUT, or PATCH where PUT is refused; 1/0, or true/false where that is visibly not taken; `results`
 * in the next form where a refusal names it. What worked is remembered, so that a batch pays for the difference once; a
 * form of `results` only when the trial has seen that it changed nothing (decision 10).
 */
import type { SentAlong } from '../../../shared/batch.ts'
import type { Failure } from '../../../shared/failure.ts'
import { ANSWER_TIMEOUT_MS } from '../../../shared/limits.ts'
import { type Outcome, shownBy } from '../domain/outcome.ts'
import { areSameFiles } from '../domain/same-files.ts'
import { isSameName, isShortenedName } from '../domain/same-name.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { callVerb } from './call-verb.ts'
import { nextResultsForm, otherWriting, RESULTS_FORMS } from './dialect.ts'
import { updateForm, type UpdateWriting } from './form.ts'
import { assessImage } from './images.ts'
import { recordAddress } from './list-query.ts'
import { type Assessment, judge } from './reply.ts'
import { chooseResults, type KnownResults, resultsTrait, type SentResults } from './results-carrier.ts'
import { summed, unsent, type Answered, type ServiceClient } from './service-client.ts'

export interface UpdateImageArgs {
  readonly id: string
  /** Only where it shall change: a star never sends a name. */
  readonly name?: string
  /** The name until now, where it is known: an answer that still shows it has not taken the new one. */
  readonly nameBefore?: string | null
  readonly favorite: boolean
  /** What the mirror holds of the results; the `mirror` of an outbox entry fits. */
  readonly known: KnownResults
}

export interface UpdateAnswered extends Answered<ServiceImage> {
  /** What was sent as `results`, and whether the answer shows other ones, for the receipt; null when nothing was sent. */
  readonly along: Pick<SentAlong, 'results' | 'showsOther'> | null
}

interface Job {
  readonly client: ServiceClient
  readonly args: UpdateImageArgs
  readonly url: string
  readonly results: SentResults
}

interface Tried extends Answered<ServiceImage> {
  readonly writing: UpdateWriting
}

/**
 * Sets what `args` wants. `applied` carries the record that the answer shows, null when it shows none (to be checked
 * with the next page); `rejected` with `not-taken` when the service answers as if nothing had been asked.
 */
export async function updateImage(client: ServiceClient, args: UpdateImageArgs): Promise<UpdateAnswered> {
  const address = recordAddress(client.address, 'images', args.id)
  if (!address.ok) return { ...unsent(address.failure), along: null }
  const results = chooseResults(args.known)
  const tried = await tryForms({ client, args, url: address.value, results })
  const outcome = withNameChecked(tried.outcome, args)
  const along = { results: results.source, showsOther: showsOtherResults(outcome, results) }
  return { outcome, facts: tried.facts, along }
}

/**
 * A refusal that names `results` did nothing: the next form is tried before the user is asked, and after the last one
 * the first refusal stands. Where a form is known the refusal is about this record.
 */
async function tryForms(job: Job): Promise<Tried> {
  const { dialect } = job.client
  const trait = resultsTrait(job.results.value)
  const first = await tryWritings(job)
  // The usual form can lose nothing that the first update of a connection would not have shown.
  const isUsual = first.writing.results === RESULTS_FORMS[0]
  if (first.outcome.kind === 'applied' && isUsual) dialect.learn(trait, RESULTS_FORMS[0])
  if (!namesResults(first) || dialect.known(trait) !== null) return first
  let last = first
  for (let more = RESULTS_FORMS.length - 1; more > 0 && isRefused(last); more -= 1) {
    const form = last.writing.results
    const next = nextResultsForm(dialect, trait, form)
    // Another update may have gone on to the next one meanwhile.
    if (dialect.get(trait) === form) dialect.attempt(trait, next)
    if (next === null) break
    last = after(last, await tryWritings(job))
  }
  if (!isRefused(last)) return last
  dialect.attempt(trait, null)
  return { ...first, facts: last.facts }
}

async function tryWritings(job: Job): Promise<Tried> {
  const { dialect } = job.client
  const flag = dialect.get('update.boolean')
  const first = await tryMethods(job, flag)
  const isTaken = !isFlagNotTaken(first)
  const last = isTaken ? first : after(first, await tryMethods(job, otherWriting(flag)))
  const { outcome, writing } = last
  // A writing is learned from an answer that shows the wanted value, or when it worked after the other was refused.
  const isShown = shownBy(outcome)?.fields.favorite === job.args.favorite
  if (outcome.kind === 'applied' && (isShown || !isTaken)) dialect.learn('update.boolean', writing.flag)
  return last
}

async function tryMethods(job: Job, flag: UpdateWriting['flag']): Promise<Tried> {
  const { dialect } = job.client
  const method = dialect.get('update.method')
  const first = await send(job, method, flag)
  if (!isMethodRefused(first)) return first
  const other = method === 'PUT' ? 'PATCH' : 'PUT'
  const second = await send(job, other, flag)
  // The service took the method: it judged the fields, or did what was asked.
  const wasHeard = second.outcome.kind === 'applied' || (second.outcome.kind === 'rejected' && !isMethodRefused(second))
  if (wasHeard) dialect.learn('update.method', other)
  return after(first, second)
}

const after = (first: Tried, last: Tried): Tried => ({ ...last, facts: summed(first.facts, last.facts) })

async function send(job: Job, method: 'PUT' | 'PATCH', flag: UpdateWriting['flag']): Promise<Tried> {
  const { client, args, results } = job
  const trait = resultsTrait(results.value)
  const writing = { flag, results: client.dialect.get(trait) }
  client.dialect.noteUsed(trait, writing.results, args.id)
  const form = updateForm({ ...args, results }, writing)
  const heard = await callVerb(client, { method, url: job.url, form, timeoutMs: ANSWER_TIMEOUT_MS, once: false })
  const outcome = judge('update', heard, (root) => assess(root, client.address, args))
  return { outcome, facts: heard.facts, writing }
}

function assess(root: unknown, base: string, { id, favorite }: UpdateImageArgs): Assessment<ServiceImage> {
  const read = assessImage(root, base, id)
  return (read.value?.fields.favorite ?? favorite) === favorite ? read : { ...read, shape: 'other' }
}

const refusalOf = ({ outcome }: Tried): Partial<Failure> => (outcome.kind === 'rejected' ? outcome.failure : {})

const isMethodRefused = (tried: Tried): boolean => refusalOf(tried).code === 'method-refused'

/** Visible signs only: the answer shows the other value, or refuses this very field. */
function isFlagNotTaken(tried: Tried): boolean {
  const { code, fields = {} } = refusalOf(tried)
  return code === 'not-taken' || Object.hasOwn(fields, 'favorite')
}

const namesResults = (tried: Tried): boolean =>
  Object.keys(refusalOf(tried).fields ?? {}).some((field) => /^results\b/.test(field))

/** What is written is not taken, or not read at all; a record that is gone, or another method, is something else. */
const isRefused = (tried: Tried): boolean =>
  ['refused', 'refused-fields', 'not-taken'].includes(refusalOf(tried).code ?? '')

/** A name may come back tidied or shortened, which is adopted; any other one means that ours was not taken. */
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
