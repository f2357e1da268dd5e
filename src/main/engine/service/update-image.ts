/**
 * Update of one image: PUT, or PATCH where PUT is refused; 1/0, or true/false where that is visibly not taken; `results`
 * in the next form where a refusal names it. What worked is remembered, so that a batch pays for the difference once; a
 * form of `results` only when the trial has seen that it changed nothing (decision 47).
 */
import { ANSWER_TIMEOUT_MS } from '../../../shared/limits.ts'
import { type Outcome, shownBy } from '../domain/outcome.ts'
import { areSameFiles } from '../domain/same-files.ts'
import { isSameName, isShortenedName } from '../domain/same-name.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { callVerb, isBareAcknowledgement } from './call-verb.ts'
import { decodeImage } from './decode.ts'
import { nextResultsForm, otherWriting, RESULTS_FORMS } from './dialect.ts'
import { updateForm, type UpdateWriting } from './form.ts'
import { recordAddress } from './list-query.ts'
import { judge, UNREADABLE, WITHOUT_RECORD, type Assessment } from './reply.ts'
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

/** How it went over the wire, for the receipt. */
export interface SentUpdate {
  readonly method: 'PUT' | 'PATCH'
  readonly writing: UpdateWriting
  readonly results: SentResults['source']
}

export interface UpdateAnswered extends Answered<ServiceImage> {
  /** null when nothing was sent. Of several requests the last one. */
  readonly sent: SentUpdate | null
  /** The answer shows other results than were sent: taken, and noted in the receipt. */
  readonly showsOtherResults: boolean
}

interface Job {
  readonly client: ServiceClient
  readonly args: UpdateImageArgs
  readonly url: string
  readonly results: SentResults
}

interface Tried extends Answered<ServiceImage> {
  readonly sent: SentUpdate
}

/**
 * Sets what `args` wants. `applied` carries the record that the answer shows, null when it shows none (to be checked
 * with the next page); `rejected` with `not-taken` when the service answers as if nothing had been asked.
 */
export async function updateImage(client: ServiceClient, args: UpdateImageArgs): Promise<UpdateAnswered> {
  const address = recordAddress(client.address, 'images', args.id)
  if (!address.ok) return { ...unsent(client, address.failure), sent: null, showsOtherResults: false }
  const job = { client, args, url: address.value, results: chooseResults(args.known) }
  const tried = await tryForms(job)
  const outcome = withNameChecked(tried.outcome, args)
  return { ...tried, outcome, showsOtherResults: showsOtherResults(outcome, job.results) }
}

/**
 * A refusal that names `results` did nothing: the next form is tried before the user is asked, and after the last one
 * the first refusal stands. Where a form is known the refusal is about this record.
 */
async function tryForms(job: Job): Promise<Tried> {
  const { dialect } = job.client
  const trait = resultsTrait(job.results.value)
  const first = await tryWritings(job)
  if (first.outcome.kind === 'applied') learnUsual(job, first)
  if (!namesResults(first.outcome) || dialect.known(trait) !== null) return first
  let last = first
  let facts = first.facts
  for (let more = RESULTS_FORMS.length - 1; more > 0 && isRefused(last.outcome); more -= 1) {
    const form = last.sent.writing.results
    const next = nextResultsForm(dialect, trait, form)
    // Another update may have gone on to the next one meanwhile.
    if (dialect.get(trait) === form) dialect.attempt(trait, next)
    if (next === null) break
    last = await tryWritings(job)
    facts = summed(facts, last.facts)
  }
  if (!isRefused(last.outcome)) return { ...last, facts }
  dialect.attempt(trait, null)
  return { ...first, facts }
}

/** The usual form can lose nothing that the first update of a connection would not have shown. */
function learnUsual({ client, results }: Job, { sent }: Tried): void {
  if (sent.writing.results === RESULTS_FORMS[0]) client.dialect.learn(resultsTrait(results.value), sent.writing.results)
}

async function tryWritings(job: Job): Promise<Tried> {
  const flag = job.client.dialect.get('update.boolean')
  const first = await tryMethods(job, flag)
  if (!isFlagNotTaken(first.outcome)) return learned(job, first, false)
  const second = await tryMethods(job, otherWriting(flag))
  return learned(job, { ...second, facts: summed(first.facts, second.facts) }, true)
}

async function tryMethods(job: Job, flag: UpdateWriting['flag']): Promise<Tried> {
  const method = job.client.dialect.get('update.method')
  const first = await send(job, method, flag)
  if (!isMethodRefused(first.outcome)) return first
  const other = method === 'PUT' ? 'PATCH' : 'PUT'
  const second = await send(job, other, flag)
  if (wasHeard(second)) job.client.dialect.learn('update.method', other)
  return { ...second, facts: summed(first.facts, second.facts) }
}

async function send(job: Job, method: 'PUT' | 'PATCH', flag: UpdateWriting['flag']): Promise<Tried> {
  const { client, args, results } = job
  const trait = resultsTrait(results.value)
  const writing = { flag, results: client.dialect.get(trait) }
  client.dialect.noteUsed(trait, writing.results, args.id)
  const form = updateForm({ ...args, results }, writing)
  const heard = await callVerb(client, { method, url: job.url, form, timeoutMs: ANSWER_TIMEOUT_MS, once: false })
  const outcome = judge('update', heard, (root) => assess(root, client.address, args))
  return { outcome, facts: heard.facts, sent: { method, writing, results: results.source } }
}

function assess(root: unknown, base: string, args: UpdateImageArgs): Assessment<ServiceImage> {
  const image = decodeImage(root, base, args.id)
  if (image === null) return isBareAcknowledgement(root) ? { shape: 'empty', value: null } : WITHOUT_RECORD
  if (image.id !== args.id) return UNREADABLE
  const favorite = image.fields.favorite
  return { shape: favorite === undefined || favorite === args.favorite ? 'shown' : 'other', value: image }
}

/** Visible signs only: the answer shows the other value, or refuses this very field. */
function isFlagNotTaken(outcome: Outcome<ServiceImage>): boolean {
  if (outcome.kind !== 'rejected') return false
  const { code, fields } = outcome.failure
  return code === 'not-taken' || Object.hasOwn(fields ?? {}, 'favorite')
}

const isResults = (field: string): boolean => /^results\b/.test(field)

function namesResults(outcome: Outcome<ServiceImage>): boolean {
  return outcome.kind === 'rejected' && Object.keys(outcome.failure.fields ?? {}).some(isResults)
}

/** What is written is not taken, or not read at all; a record that is gone, or another method, is something else. */
function isRefused(outcome: Outcome<ServiceImage>): boolean {
  return outcome.kind === 'rejected' && ['refused', 'refused-fields', 'not-taken'].includes(outcome.failure.code)
}

function isMethodRefused(outcome: Outcome<ServiceImage>): boolean {
  return outcome.kind === 'rejected' && outcome.failure.code === 'method-refused'
}

/** The service took the method: it judged the fields, or did what was asked. */
function wasHeard({ outcome }: Tried): boolean {
  return outcome.kind === 'applied' || (outcome.kind === 'rejected' && !isMethodRefused(outcome))
}

/** A writing is learned from an answer that shows the wanted value, or when it worked after the other was refused. */
function learned(job: Job, tried: Tried, wasSecond: boolean): Tried {
  const { outcome, sent } = tried
  if (outcome.kind !== 'applied') return tried
  const isShown = outcome.value?.fields.favorite === job.args.favorite
  if (isShown || wasSecond) job.client.dialect.learn('update.boolean', sent.writing.flag)
  return tried
}

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
