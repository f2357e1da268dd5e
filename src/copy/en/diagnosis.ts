/** What is said of a service that was diagnosed: what was asked, what came, and what it means for Proofsheet. */
import type { FindingKind, Severity, Question, Verdict } from '../../shared/diagnosis.ts'
import { formatCount, plural } from '../format.ts'
import { counted } from './counted.ts'

export interface FindingSentence {
  readonly came: string
  /** How Proofsheet lives with it, or what to do; `null` = nothing to add. */
  readonly advice: string | null
}

/** What a finding may name. */
interface FindingFacts {
  readonly count: number
  /** `null` if it is unknown. */
  readonly total: number | null
  /** The failure in words, with its own advice. */
  readonly failure: FindingSentence
}

type Say = (facts: FindingFacts) => FindingSentence

const say =
  (came: string, advice: string | null = null): Say =>
  () => ({ came, advice })
const counting =
  (came: (count: number) => string, advice: string | null = null): Say =>
  ({ count }) => ({ came: came(count), advice })
/** The failure in its own words; `advice` replaces the advice for sync. */
const failed =
  (advice: string | null = null): Say =>
  ({ failure }) => ({ came: failure.came, advice: advice ?? failure.advice })

const findings: Readonly<Record<FindingKind, Say>> = {
  'list.shown': ({ count, total }) => ({
    came: `${formatCount(count)} on the first page${total === null ? '' : `, ${formatCount(total)} total`}.`,
    advice: null
  }),
  'list.failed': failed(),
  'list.unanswered': failed(),
  'ids.all': say('Every item has an ID.'),
  'ids.missing': counting(
    (count) =>
      plural(count, {
        one: '1 item on the first page has no ID.',
        other: '# items on the first page have no ID.'
      }),
    'Items without an ID can’t be shown, and the library never counts as complete.'
  ),
  'ids.no-records': say('No items to check.'),
  'favorites.reported': say('Items include their favorite state.'),
  'favorites.unreported': say('Favorite state not included.', 'Only favorites set in Proofsheet are shown.'),
  'pictures.reported': say('Items include an image URL.'),
  'pictures.unreported': say('No item on the first page has a usable URL.', 'Previews can’t be shown.'),
  'dates.reported': say('Included.'),
  'dates.unreported': say('Not included.', 'Dates aren’t shown.'),
  'paging.one-page': say('Everything is on one page.'),
  'paging.failed': failed('Only the first page can be loaded. Ask your administrator.'),
  'paging.same': say('Page 2 repeats page 1.', 'Most of the library can’t be loaded.'),
  'paging.refused': say('The service rejects the second page.', 'Most of the library can’t be loaded.'),
  'paging.short': say('The list ends before its total.', 'Some of the library can’t be loaded.'),
  'paging.by-cursor': say('Cursor-based.'),
  'paging.from-one': say('Numbered from 1.'),
  'paging.from-zero': say('Numbered from 0.', 'Proofsheet uses that numbering.'),
  'total.reported': say('Reported.'),
  'total.unreported': say('Not reported.', 'Proofsheet reads until it gets an empty page.'),
  'per-page.obeyed': say('As requested.'),
  'per-page.other': counting(
    (count) => `${counted.items(count)} per page; 100 requested.`,
    'Proofsheet accepts that size.'
  ),
  'per-page.failed': failed('Sync requests pages of 100. Ask your administrator.'),
  'end.found': say('The page after the last has no items.'),
  'end.reported': say('Each page shows whether another follows.', 'Sync stops at the last page.'),
  'end.records': say('The page after the last has items.', 'Proofsheet can’t tell when the library is complete.'),
  'end.failed': failed('Sync stops at the page after the last. Ask your administrator.'),
  'sort.obeyed': say('As requested.'),
  'sort.ignored': say('Ignored.', 'New images may appear late, and each sync reads more.'),
  'sort.failed': failed('New images may appear late, and each sync reads more.'),
  'filter.digits': say('Accepts 1 and 0.'),
  'filter.words': say('Accepts true and false.'),
  'filter.ignored': say('Ignored.', 'Proofsheet reads the whole list to find favorites.'),
  'filter.failed': failed('Proofsheet reads the whole list to find favorites.'),
  'filter.unclear': say('Can’t tell: no item shows whether the filter works.'),
  'search.finds': say('Finds an item by its name.'),
  'search.misses': say('Doesn’t find an item by its name.', 'Search uses the copy on this computer.'),
  'show.shown': say('Works.'),
  'show.failed': failed('Unconfirmed changes can’t be verified. Ask your administrator.'),
  'show.no-records': say('No item to request.'),
  'unknown-id.reported': say('Reported as not found.'),
  'unknown-id.unclear': failed('Deleted items can’t be told apart from errors.'),
  'pace.reported': counting((count) =>
    plural(count, { one: '1 request per period.', other: '# requests per period.' })
  ),
  'pace.unreported': say('Not reported.', 'Proofsheet measures it while sending.'),
  'names.all': say('Every project has a name.'),
  'names.missing': counting(
    (count) => plural(count, { one: '1 project has no name.', other: '# projects have no name.' }),
    'Projects without a name can’t be shown.'
  ),
  'address.by-name': say('Projects have no IDs.', 'They are deleted by name.'),
  'address.by-id': say('Projects are deleted by ID.'),
  'address.ids-possible': say('Projects have IDs.', 'If deleting by name fails, Proofsheet tries the ID.'),
  'address.ids-unused': say('Projects have IDs.', 'Proofsheet deletes by name only.'),
  'rest.not-checked': ({ failure: { came, advice } }) => ({
    came: 'Couldn’t check right now.',
    advice: advice === null ? came : `${came} ${advice}`
  }),
  'rest.paused': say('Not checked: sync is paused.', 'Resume sync, then run the diagnosis again.')
}

const writings = { digits: '1 and 0', words: 'true and false', ignored: 'none (ignored)' }
const lists = { brackets: 'results[]=', numbered: 'results[0]=', json: 'JSON', repeated: 'results=' }

/** What was learned of a service, by trait; one that is not named here is shown as it is. */
const traits = {
  'list.place': 'List field',
  'page.selection': 'Paging by',
  'page.first': 'First page',
  'results.carrier': 'Results included in',
  'results.none': 'No results are written as',
  'results.one': 'One result is written as',
  'results.many': 'Several results are written as',
  'update.boolean': 'Favorite value',
  'update.name': 'Favorite changes include the name',
  'filter.boolean': 'Favorites filter value',
  'update.method': 'Update method',
  verbs: 'PUT, PATCH, DELETE sent as',
  'projects.key': 'Projects are deleted by',
  'delete.response': 'Delete response',
  'rate.headers': 'Rate limit source'
}

const traitValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'list.place': { root: 'none (top-level array)' },
  'page.selection': { page: 'number', cursor: 'cursor' },
  'page.first': { one: '1', zero: '0' },
  'results.carrier': { never: 'none seen yet', show: 'single items only', list: 'lists' },
  'results.none': lists,
  'results.one': lists,
  'results.many': lists,
  'update.boolean': writings,
  'update.name': { absent: 'no', sent: 'yes' },
  'filter.boolean': writings,
  verbs: { own: 'real methods', spoofed: 'POST with _method' },
  'projects.key': { name: 'name', id: 'id' },
  'delete.response': { flag: '“deleted”', word: 'a status word', record: 'the item', empty: 'an empty body' },
  'rate.headers': { 'x-ratelimit': 'X-RateLimit headers', ratelimit: 'RateLimit headers', items: 'RateLimit items' }
}

export const diagnosis = {
  asked: 'Check',
  came: 'Result',
  meaning: 'Status',
  dialectTraits: 'Protocol',
  nothingLearned: 'Nothing known yet.',
  waiting: 'Not checked yet.',
  reportOf: (time: string) => `Proofsheet, diagnosis of ${time}`,
  questions: {
    list: 'Item list',
    ids: 'Item IDs',
    favorites: 'Favorites',
    pictures: 'Image URLs',
    dates: 'Creation dates',
    paging: 'Paging',
    total: 'Total count',
    'per-page': 'Page size',
    end: 'End of the list',
    sort: 'Sorting',
    filter: 'Favorites filter',
    search: 'Name search',
    show: 'Single item',
    'unknown-id': 'Missing item',
    pace: 'Rate limit',
    names: 'Project names',
    address: 'Deleting a project',
    rest: 'Remaining checks'
  } satisfies Record<Question, string>,
  marks: { ok: 'OK', handled: 'Handled', degraded: 'Limited', failed: 'Problem', unknown: 'Unknown' } satisfies Record<
    Severity,
    string
  >,
  findings,
  verdicts: {
    compatible: 'Proofsheet works with this service.',
    limited: 'Proofsheet works with this service, with limits.',
    incompatible: 'Proofsheet can’t work with this service as it responds now.',
    unclear: 'Can’t tell right now whether Proofsheet works with this service.'
  } satisfies Record<Verdict, string>,
  traits,
  traitValues
}
