/** What is said of a service that was diagnosed: what was asked, what came, and what it means for the program. */
import { isCut, markOf, questionOf } from '../../shared/diagnosis.ts'
import type { Finding, FindingKind, Mark, Question, Verdict } from '../../shared/diagnosis.ts'
import type { Failure } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { formatCount } from '../format.ts'
import { groupLabel } from './connect.ts'
import { asSentence, failureSentence, listSentence } from './failures.ts'

export const diagnosisCopy = {
  asked: 'Asked',
  came: 'What came',
  meaning: 'Meaning',
  speaks: 'How it talks',
  nothingLearned: 'Nothing is known yet.',
  waiting: 'Not asked yet.',
  asking: 'Asking…'
} as const

export const questionLabel: Readonly<Record<Question, string>> = {
  list: 'The list',
  ids: 'Ids',
  favorites: 'Favorites',
  pictures: 'Pictures',
  dates: 'Dates',
  paging: 'Pages',
  total: 'Total',
  'per-page': 'Length of a page',
  end: 'End of the list',
  sort: 'Order',
  filter: 'Favorites only',
  search: 'Search by name',
  show: 'A single record',
  'unknown-id': 'A record that is not there',
  pace: 'Pace',
  names: 'Names',
  address: 'Deleting a project',
  rest: 'The rest'
}

export const markLabel: Readonly<Record<Mark, string>> = {
  good: 'Fine',
  fine: 'Proofsheet lives with it',
  poor: 'Something will be missing',
  bad: 'Trouble',
  untold: 'Not known'
}

interface Words {
  readonly came: string
  /** How the program lives with it, or what to do; null = nothing to add. */
  readonly advice: string | null
}

type Say = (finding: Finding, group: Group) => Words

const say =
  (came: string, advice: string | null = null): Say =>
  () => ({ came, advice })

const count = (finding: Finding): string => formatCount(finding.count ?? 0)

/** A refusal or a failure, in the words that the screens have for it; `advice` replaces the advice for sync. */
const failed =
  (advice: string | null = null): Say =>
  ({ failure = { code: 'not-understood' } }, group) => {
    const { headline, body } = failureSentence(failure, group)
    return { came: withStatus(headline, failure), advice: advice ?? body }
  }

const withStatus = (headline: string, { status }: Failure): string =>
  status === undefined ? asSentence(headline) : asSentence(`${headline} (${status})`)

const listFailed: Say = ({ failure = { code: 'not-understood' } }, group) => {
  const { headline, body } = listSentence(failure, group)
  return { came: withStatus(headline, failure), advice: body === '' ? null : body }
}

const SENTENCES: Readonly<Record<FindingKind, Say>> = {
  'list.shown': ({ total, ...page }) => ({
    came: `${count(page)} on the first page${total === undefined ? '' : `, ${formatCount(total)} in all`}.`,
    advice: null
  }),
  'list.failed': listFailed,
  'list.unanswered': listFailed,
  'ids.all': say('Every record has one.'),
  'ids.missing': (finding) => ({
    came: `${count(finding)} on the first page have none.`,
    advice: 'Those cannot be shown, and no reading counts as complete.'
  }),
  'ids.no-records': say('There are no records to look at.'),
  'favorites.told': say('Records tell whether they are favorites.'),
  'favorites.untold': say('Records do not tell it.', 'Only stars given here are shown.'),
  'pictures.told': say('Records have an address for their picture.'),
  'pictures.untold': say('No record on the first page has a usable address.', 'There will be no previews.'),
  'dates.told': say('Told.'),
  'dates.untold': say('Not told.', 'None are shown.'),
  'paging.one-page': say('Everything is on one page.'),
  'paging.failed': failed('Only the first page can be read. Ask whoever runs the service.'),
  'paging.same': say('The second page is the first again.', 'Most of the library cannot be read.'),
  'paging.refused': say('The service refuses the second page.', 'Most of the library cannot be read.'),
  'paging.short': say('The list ends before its total.', 'Some of the library cannot be read.'),
  'paging.by-cursor': say('By cursor.'),
  'paging.from-one': say('Counted from 1.'),
  'paging.from-zero': say('Counted from 0.', 'Pages are asked for by those numbers.'),
  'total.told': say('Told.'),
  'total.untold': say('Not told.', 'The library is complete when an empty page comes.'),
  'per-page.obeyed': say('As asked.'),
  'per-page.other': (finding) => ({
    came: `${count(finding)} items per page; 100 requested.`,
    advice: 'Pages are read as they come.'
  }),
  'per-page.failed': failed('Sync requests pages of 100. Ask your administrator.'),
  'end.found': say('The page after the last has no records.'),
  'end.told': say('Each page shows whether another follows.', 'Sync stops at the last page.'),
  'end.records': say('The page after the last has records.', 'Proofsheet can’t tell when the library is complete.'),
  'end.failed': failed('Sync stops at the page after the last. Ask your administrator.'),
  'sort.obeyed': say('As asked.'),
  'sort.ignored': say('Ignored.', 'The newest are not found first, and each round reads more.'),
  'sort.failed': failed('The newest are not found first, and each round reads more.'),
  'filter.digits': say('Taken as 1 and 0.'),
  'filter.words': say('Taken as true and false.'),
  'filter.ignored': say('Ignored.', 'Favorites are found by reading everything.'),
  'filter.failed': failed('Favorites are found by reading everything.'),
  'filter.unclear': say('No record shows whether it was taken.'),
  'search.finds': say('Finds a record by its name.'),
  'search.misses': say('Does not find a record by its name.', 'The library is searched here.'),
  'show.shown': say('Can be read.'),
  'show.failed': failed('Changes without an answer cannot be looked up. Ask whoever runs the service.'),
  'show.no-records': say('There is no record to ask for.'),
  'unknown-id.told': say('Answered as one that is not there.'),
  'unknown-id.unclear': failed('What is deleted elsewhere cannot be told from trouble.'),
  'pace.told': (finding) => ({ came: `${count(finding)} requests in a window.`, advice: null }),
  'pace.untold': say('Not told.', 'It is found out while sending.'),
  'names.all': say('Every project has one.'),
  'names.missing': (finding) => ({ came: `${count(finding)} have none.`, advice: 'Those cannot be shown.' }),
  'address.by-name': say('Projects have no ids.', 'They are deleted by name.'),
  'address.by-id': say('Projects are deleted by id.'),
  'address.ids-possible': say('Projects have IDs.', 'If deleting by name fails, Proofsheet tries the ID.'),
  'address.ids-unused': say('Projects have IDs.', 'Proofsheet deletes by name only.'),
  'rest.not-asked': (finding, group) => ({
    came: 'Could not be asked now.',
    advice: findingLine(listFailed(finding, group))
  }),
  'rest.paused': say('Not asked: you have paused sync.', 'Resume, then diagnose again.')
}

/** One row of the table, in words. */
export interface FindingText extends Words {
  readonly group: Group
  readonly kind: FindingKind
  readonly asked: string
  readonly mark: Mark
}

export function findingText(finding: Finding, group: Group): FindingText {
  const words = SENTENCES[finding.kind](finding, group)
  return { group, kind: finding.kind, asked: questionLabel[questionOf(finding)], mark: markOf(finding), ...words }
}

/** What came and what it means, in one line. */
export const findingLine = ({ came, advice }: Words): string => (advice === null ? came : `${came} ${advice}`)

const VERDICTS: Readonly<Record<Verdict, string>> = {
  bearable: 'Proofsheet can live with this service.',
  lacking: 'Proofsheet can live with this service, but something will be missing.',
  unbearable: 'Proofsheet cannot live with this service as it answers now.',
  unclear: 'Whether Proofsheet can live with this service cannot be told now.'
}

export const verdictText = (verdict: Verdict): string => VERDICTS[verdict]

/** What a verdict that is not the best one rests on, a line for each finding. */
export function reasonsOf(findings: readonly Finding[], group: Group): readonly string[] {
  return findings
    .filter((finding) => isReason(finding))
    .map((finding) => {
      const { asked, ...words } = findingText(finding, group)
      return `${groupLabel[group]}, ${lowered(asked)}: ${findingLine(words)}`
    })
}

const isReason = (finding: Finding): boolean => {
  const mark = markOf(finding)
  return mark === 'bad' || mark === 'poor' || isCut(finding)
}

/** A label within a sentence. */
const lowered = (label: string): string => label.charAt(0).toLowerCase() + label.slice(1)

/** What was learned of a service, by trait; one that is not named here is shown as it is. */
const traitLabel: Readonly<Record<string, string>> = {
  'list.place': 'A list stands under',
  'page.selection': 'Pages are chosen by',
  'page.first': 'The first page is called',
  'results.carrier': 'Results come with',
  'results.none': 'No results are written as',
  'results.one': 'One result is written as',
  'results.many': 'Several results are written as',
  'update.boolean': 'A star is written as',
  'update.name': 'Favorite changes include the name',
  'filter.boolean': 'Favorites are asked for as',
  'update.method': 'Changes go by',
  verbs: 'PUT, PATCH and DELETE go as',
  'projects.key': 'Projects are deleted by',
  'delete.answer': 'A delete is answered with',
  'rate.headers': 'The pace is told by'
}

const writings = { digits: '1 and 0', words: 'true and false', ignored: 'nothing: it is ignored' } as const

const lists = { brackets: 'results[]=', numbered: 'results[0]=', json: 'JSON', repeated: 'results=' } as const

const valueLabel: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'list.place': { root: 'nothing: the answer is the list' },
  'page.selection': { page: 'number', cursor: 'cursor' },
  'page.first': { one: '1', zero: '0' },
  'results.carrier': { never: 'no answer seen', show: 'a single record only', list: 'the list' },
  'results.none': lists,
  'results.one': lists,
  'results.many': lists,
  'update.boolean': writings,
  'update.name': { absent: 'no', sent: 'yes' },
  'filter.boolean': writings,
  verbs: { own: 'themselves', spoofed: 'POST with _method' },
  'projects.key': { name: 'name', id: 'id' },
  'delete.answer': {
    flag: '“deleted”',
    word: 'a word that it is done',
    record: 'the record',
    empty: 'nothing in its body'
  },
  'rate.headers': { 'x-ratelimit': 'X-RateLimit headers', ratelimit: 'RateLimit headers', items: 'RateLimit items' }
}

export interface TraitText {
  readonly label: string
  readonly value: string
}

/** In the order of the labels; what only an update or a delete shows is missing until one was sent. */
export function traitTexts(speaks: Readonly<Record<string, string>>): readonly TraitText[] {
  const known = [...Object.keys(traitLabel), ...Object.keys(speaks)]
  return [...new Set(known)]
    .filter((trait) => Object.hasOwn(speaks, trait))
    .map((trait) => {
      const value = speaks[trait] ?? ''
      return { label: traitLabel[trait] ?? trait, value: valueLabel[trait]?.[value] ?? value }
    })
}
