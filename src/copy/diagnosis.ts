/** What is said of a service that was diagnosed: what was asked, what came, and what it means for the program. */
import {
  type Diagnosis,
  type Finding,
  type FindingKind,
  type GroupDiagnosis,
  isCut,
  type Mark,
  markOf,
  type Question,
  questionOf,
  type Verdict,
  verdictOfAll
} from '../shared/diagnosis.ts'
import type { Failure } from '../shared/failure.ts'
import { maskSecrets } from '../shared/mask-secrets.ts'
import { type Group, GROUPS } from '../shared/sync-status.ts'
import { formatCount, formatDateTime } from './format.ts'
import { groupLabel } from './connect.ts'
import { asSentence, failureParts, failureSentence, listSentence } from './failures.ts'
import { settingsCopy } from './settings.ts'

export const diagnosisCopy = {
  asked: 'Check',
  came: 'Result',
  meaning: 'Status',
  speaks: 'Protocol',
  nothingLearned: 'Nothing known yet.',
  waiting: 'Not checked yet.'
} as const

const questionLabel: Readonly<Record<Question, string>> = {
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
}

export const markLabel: Readonly<Record<Mark, string>> = {
  good: 'OK',
  fine: 'Handled',
  poor: 'Limited',
  bad: 'Problem',
  untold: 'Unknown'
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
    came: `${count(page)} on the first page${total === undefined ? '' : `, ${formatCount(total)} total`}.`,
    advice: null
  }),
  'list.failed': listFailed,
  'list.unanswered': listFailed,
  'ids.all': say('Every item has an ID.'),
  'ids.missing': (finding) => ({
    came: `${count(finding)} items on the first page have no ID.`,
    advice: 'They can’t be shown, and the library never counts as complete.'
  }),
  'ids.no-records': say('No items to check.'),
  'favorites.told': say('Items include their favorite state.'),
  'favorites.untold': say('Favorite state not included.', 'Only favorites set in Proofsheet are shown.'),
  'pictures.told': say('Items include an image URL.'),
  'pictures.untold': say('No item on the first page has a usable URL.', 'Previews can’t be shown.'),
  'dates.told': say('Included.'),
  'dates.untold': say('Not included.', 'Dates aren’t shown.'),
  'paging.one-page': say('Everything is on one page.'),
  'paging.failed': failed('Only the first page can be loaded. Ask your administrator.'),
  'paging.same': say('Page 2 repeats page 1.', 'Most of the library can’t be loaded.'),
  'paging.refused': say('The service refuses the second page.', 'Most of the library can’t be loaded.'),
  'paging.short': say('The list ends before its total.', 'Some of the library can’t be loaded.'),
  'paging.by-cursor': say('Cursor-based.'),
  'paging.from-one': say('Numbered from 1.'),
  'paging.from-zero': say('Numbered from 0.', 'Proofsheet uses that numbering.'),
  'total.told': say('Reported.'),
  'total.untold': say('Not reported.', 'Proofsheet reads until it gets an empty page.'),
  'per-page.obeyed': say('As requested.'),
  'per-page.other': (finding) => ({
    came: `${count(finding)} items per page; 100 requested.`,
    advice: 'Proofsheet accepts that size.'
  }),
  'per-page.failed': failed('Sync requests pages of 100. Ask your administrator.'),
  'end.found': say('The page after the last has no items.'),
  'end.told': say('Each page shows whether another follows.', 'Sync stops at the last page.'),
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
  'unknown-id.told': say('Reported as not found.'),
  'unknown-id.unclear': failed('Deleted items can’t be told apart from errors.'),
  'pace.told': (finding) => ({ came: `${count(finding)} requests per window.`, advice: null }),
  'pace.untold': say('Not reported.', 'Proofsheet measures it while sending.'),
  'names.all': say('Every project has a name.'),
  'names.missing': (finding) => ({ came: `${count(finding)} projects have no name.`, advice: 'They can’t be shown.' }),
  'address.by-name': say('Projects have no IDs.', 'They are deleted by name.'),
  'address.by-id': say('Projects are deleted by ID.'),
  'address.ids-possible': say('Projects have IDs.', 'If deleting by name fails, Proofsheet tries the ID.'),
  'address.ids-unused': say('Projects have IDs.', 'Proofsheet deletes by name only.'),
  'rest.not-asked': (finding, group) => ({
    came: 'Couldn’t check right now.',
    advice: findingLine(listFailed(finding, group))
  }),
  'rest.paused': say('Not checked: sync is paused.', 'Resume sync, then run the diagnosis again.')
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
  bearable: 'Proofsheet works with this service.',
  lacking: 'Proofsheet works with this service, with limits.',
  unbearable: 'Proofsheet can’t work with this service as it responds now.',
  unclear: 'Can’t tell right now whether Proofsheet works with this service.'
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
  'delete.answer': 'Delete response',
  'rate.headers': 'Rate limit source'
}

const writings = { digits: '1 and 0', words: 'true and false', ignored: 'none (ignored)' } as const

const lists = { brackets: 'results[]=', numbered: 'results[0]=', json: 'JSON', repeated: 'results=' } as const

const valueLabel: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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
  'delete.answer': {
    flag: '“deleted”',
    word: 'a status word',
    record: 'the item',
    empty: 'an empty body'
  },
  'rate.headers': { 'x-ratelimit': 'X-RateLimit headers', ratelimit: 'RateLimit headers', items: 'RateLimit items' }
}

interface TraitText {
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

// A diagnosis as plain text, to be handed to whoever runs the service. The key is in nothing it is made of.

/** Lines of text; whatever looks like a key in what the service said is masked once more. */
export function reportText(diagnosis: Diagnosis): string {
  const { startedAt, state, groups } = diagnosis
  const lines = [
    `Proofsheet, diagnosis of ${formatDateTime(startedAt)}`,
    verdictText(verdictOfAll(diagnosis)),
    ...(state === 'cancelled' ? [settingsCopy.stopped] : []),
    ...GROUPS.flatMap((group) => ['', ...groupLines(groups[group], group)])
  ]
  return lines.map(maskSecrets).join('\n')
}

function groupLines({ address, findings, speaks }: GroupDiagnosis, group: Group): readonly string[] {
  const traits = traitTexts(speaks).map(({ label, value }) => `  ${label}: ${value}`)
  const rows = findings.flatMap((finding) => {
    const { asked, mark, ...words } = findingText(finding, group)
    const parts = finding.failure === undefined ? [] : failureParts(finding.failure)
    return [
      `  ${asked}: ${markLabel[mark]}. ${findingLine(words)}`,
      ...parts.map(({ label, text }) => `    ${label}: ${text}`)
    ]
  })
  return [
    `${groupLabel[group]}: ${address}`,
    ...(rows.length === 0 ? [`  ${diagnosisCopy.waiting}`] : rows),
    `${diagnosisCopy.speaks}:`,
    ...(traits.length === 0 ? [`  ${diagnosisCopy.nothingLearned}`] : traits)
  ]
}
