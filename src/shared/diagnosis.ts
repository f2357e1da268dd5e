/** What a service answered to the questions of a diagnosis, and what that means for the program. Nothing secret. */
import type { Failure } from './failure.ts'
import { GROUPS, type Group } from './sync-status.ts'

/**
 * `good`: as the program wants it. `fine`: otherwise, and the program copes. `poor`: something will be missing.
 * `bad`: the program cannot live with it. `untold`: the answers do not show it.
 */
export type Mark = 'good' | 'fine' | 'poor' | 'bad' | 'untold'

/** The closed list: what was asked, a dot, what came. Each has a sentence in the copy file. */
export const FINDINGS = {
  'list.shown': 'good',
  'list.failed': 'bad',
  /** No usable answer for a reason that passes, or that the person can mend: it says nothing of the service. */
  'list.unanswered': 'untold',
  'ids.all': 'good',
  'ids.missing': 'poor',
  'ids.no-records': 'untold',
  'favorites.told': 'good',
  'favorites.untold': 'poor',
  'pictures.told': 'good',
  'pictures.untold': 'poor',
  'dates.told': 'good',
  'dates.untold': 'fine',
  'paging.one-page': 'untold',
  'paging.failed': 'bad',
  'paging.same': 'poor',
  'paging.refused': 'poor',
  'paging.short': 'poor',
  'paging.by-cursor': 'good',
  'paging.from-one': 'good',
  'paging.from-zero': 'fine',
  'total.told': 'good',
  'total.untold': 'fine',
  'per-page.obeyed': 'good',
  'per-page.other': 'fine',
  'per-page.failed': 'bad',
  'end.found': 'good',
  'end.told': 'fine',
  'end.records': 'poor',
  'end.failed': 'bad',
  'sort.obeyed': 'good',
  'sort.ignored': 'poor',
  'sort.failed': 'poor',
  'filter.digits': 'good',
  'filter.words': 'good',
  'filter.ignored': 'fine',
  'filter.failed': 'fine',
  'filter.unclear': 'untold',
  'search.finds': 'good',
  'search.misses': 'fine',
  'show.shown': 'good',
  'show.failed': 'bad',
  'show.no-records': 'untold',
  'unknown-id.told': 'good',
  'unknown-id.unclear': 'poor',
  'pace.told': 'good',
  'pace.untold': 'fine',
  'names.all': 'good',
  'names.missing': 'poor',
  'address.by-name': 'good',
  'address.by-id': 'good',
  'address.ids-possible': 'good',
  'address.ids-unused': 'fine',
  /** Nothing more could be asked now, for the reason that stands beside it. */
  'rest.not-asked': 'untold',
  'rest.paused': 'untold'
} as const satisfies Readonly<Record<string, Mark>>

export type FindingKind = keyof typeof FINDINGS
type QuestionOf<K> = K extends `${infer Q}.${string}` ? Q : never
export type Question = QuestionOf<FindingKind>

export interface Finding {
  readonly kind: FindingKind
  /** Records on the page, those that lack something, the size of a page, or requests in a window, as the kind says. */
  readonly count?: number
  /** Records in all, where the service tells it. */
  readonly total?: number
  readonly failure?: Failure
}

export const markOf = ({ kind }: Finding): Mark => FINDINGS[kind]

/** What was asked. */
export const questionOf = ({ kind }: Finding): Question => kind.slice(0, kind.indexOf('.')) as Question // by the type

export interface GroupDiagnosis {
  /** Base address of the group, without user, password and query. */
  readonly address: string
  readonly state: 'waiting' | 'asking' | 'done'
  /** In the order of asking. */
  readonly findings: readonly Finding[]
  /** What was learned of how the service talks, trait by trait. */
  readonly speaks: Readonly<Record<string, string>>
}

export interface Diagnosis {
  /** Counts the runs of one start of the program: what comes of an earlier one is old. */
  readonly run: number
  /** ms since epoch. */
  readonly startedAt: number
  readonly state: 'running' | 'done' | 'cancelled'
  readonly groups: Readonly<Record<Group, GroupDiagnosis>>
}

/** Whether the program can live with the service; `unclear`: not everything could be asked. */
export type Verdict = 'bearable' | 'lacking' | 'unbearable' | 'unclear'

/** Of findings of one or of both groups. Some are needed: nothing was found out by none. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const marks = new Set(findings.map(markOf))
  if (marks.has('bad')) return 'unbearable'
  if (findings.length === 0 || findings.some(isCut)) return 'unclear'
  return marks.has('poor') ? 'lacking' : 'bearable'
}

/** The same of a whole diagnosis: a group of which nothing was found leaves it open. */
export function verdictOfAll({ groups }: Pick<Diagnosis, 'groups'>): Verdict {
  const verdicts = new Set(GROUPS.map((group) => verdictOf(groups[group].findings)))
  return (['unbearable', 'unclear', 'lacking'] as const).find((verdict) => verdicts.has(verdict)) ?? 'bearable'
}

/** Nothing more was found out behind it. */
export const isCut = ({ kind }: Finding): boolean => kind === 'list.unanswered' || kind.startsWith('rest.')
