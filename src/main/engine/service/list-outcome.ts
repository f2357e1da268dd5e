/** What is common to both lists. */
import type { Outcome } from '../domain/outcome.ts'
import type { ServicePage } from '../domain/service-records.ts'
import { locateList } from './decode.ts'
import type { TraitValue } from './dialect.ts'
import { judge, WITHOUT_LIST } from './reply.ts'
import type { Answered, AnswerFacts } from './service-client.ts'
import type { SendAnswer } from '../../../shared/send.ts'
import { hrefOf, placesOf, queryOf } from './page-facts.ts'
import { isObject, type JsonObject, member, readCount } from './read-fields.ts'

/**
 * A page, where its list stood in the answer, and what it tells about the number of the first page, provided that
 * number 1 was asked for.
 */
export interface PageListed<R> extends Answered<ServicePage<R>> {
  readonly place: TraitValue<'list.place'> | null
  readonly firstNumber: FirstNumber | null
}

/** A list cannot be gone: a service that does not know its own list is not the service. */
function listOutcome<T>(outcome: Outcome<T>): Outcome<T> {
  if (outcome.kind !== 'gone') return outcome
  return { kind: 'stopped', failure: { ...outcome.failure, code: 'wrong-address' } }
}

/** Reads the answer to a list. `decode` answers null where it is none. */
export function readList<R>(
  heard: { readonly answer: SendAnswer; readonly facts: AnswerFacts },
  decode: (root: unknown) => ServicePage<R> | null
): PageListed<R> {
  const told: { firstNumber: FirstNumber | null; place: PageListed<R>['place'] } = { firstNumber: null, place: null }
  const outcome = listOutcome(
    judge('read', heard, (root) => {
      const page = decode(root)
      told.firstNumber = readFirstNumber(root)
      told.place = locateList(root)?.place ?? null
      return page === null ? WITHOUT_LIST : { shape: 'shown', value: page }
    })
  )
  return { outcome, facts: heard.facts, ...told }
}

type FirstNumber = 'one' | 'zero'

/** null where nothing tells it. Read from the answer to page 1 only. */
function readFirstNumber(root: unknown): FirstNumber | null {
  if (!isObject(root)) return null
  const places = placesOf(root)
  return byRows(places) ?? byLinks(places) ?? byLastPage(places)
}

/** Rows before those of page 1 stand on a page before it. */
function byRows(places: readonly JsonObject[]): FirstNumber | null {
  const from = firstOf(places.map((place) => readCount(member(place, 'from'))))
  if (from === undefined) return null
  return from > 1 ? 'zero' : 'one'
}

function byLinks(places: readonly JsonObject[]): FirstNumber | null {
  const first = firstOf(linksOf(places, 'first', 'first_page_url').map(pageIn))
  if (first === 0 || first === 1) return first === 0 ? 'zero' : 'one'
  const previous = linksOf(places, 'prev', 'prev_page_url', 'previous')
  if (previous.length === 0) return null
  return previous.some((link) => link !== null) ? 'zero' : 'one'
}

/** As many pages as the total needs, counted from 0. The other way round nothing is sure: it may be their count. */
function byLastPage(places: readonly JsonObject[]): FirstNumber | null {
  const [last, total, size] = ['last_page', 'total', 'per_page'].map((name) =>
    firstOf(places.map((place) => readCount(member(place, name))))
  )
  if (last === undefined || total === undefined || size === undefined || size === 0 || total === 0) return null
  return last === Math.ceil(total / size) - 1 ? 'zero' : null
}

/** Links of this name in `links`, and of those names beside it; null where the service reports that there is none. */
function linksOf(places: readonly JsonObject[], inLinks: string, ...beside: readonly string[]): readonly unknown[] {
  const links = places.map((place) => member(place, 'links')).filter(isObject)
  const found = [
    ...links.map((link) => member(link, inLinks)),
    ...places.flatMap((place) => beside.map((name) => member(place, name)))
  ]
  return found.filter((link) => link !== undefined)
}

const pageIn = (link: unknown): number | undefined => readCount(queryOf(hrefOf(link))?.get('page') ?? undefined)

const firstOf = (values: readonly (number | undefined)[]): number | undefined =>
  values.find((value) => value !== undefined)
