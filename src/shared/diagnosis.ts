/** Findings of a diagnosis of the service and what they mean for Proofsheet. Contains no secrets. */
import type { Failure } from './failure.ts'
import { GROUPS, type Group } from './sync-status.ts'

/**
 * Severity of a finding. `good`: as expected. `fine`: different, but handled. `poor`: some functions are limited.
 * `bad`: Proofsheet cannot work with it. `untold`: the responses do not show it.
 */
export type Mark = 'good' | 'fine' | 'poor' | 'bad' | 'untold'

/** All findings as question, dot and result, each with its severity. Each has a text in src/copy/en. */
export const FINDINGS = {
  'list.shown': 'good',
  'list.failed': 'bad',
  /** No usable response for a temporary reason, or one that the user can fix, so nothing is known about the service. */
  'list.unanswered': 'untold',
  'ids.all': 'good',
  'ids.missing': 'poor',
  'ids.no-records': 'untold',
  'favorites.reported': 'good',
  'favorites.unreported': 'poor',
  'pictures.reported': 'good',
  'pictures.unreported': 'poor',
  'dates.reported': 'good',
  'dates.unreported': 'fine',
  'paging.one-page': 'untold',
  'paging.failed': 'bad',
  'paging.same': 'poor',
  'paging.refused': 'poor',
  'paging.short': 'poor',
  'paging.by-cursor': 'good',
  'paging.from-one': 'good',
  'paging.from-zero': 'fine',
  'total.reported': 'good',
  'total.unreported': 'fine',
  'per-page.obeyed': 'good',
  'per-page.other': 'fine',
  'per-page.failed': 'bad',
  'end.found': 'good',
  'end.reported': 'fine',
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
  'unknown-id.reported': 'good',
  'unknown-id.unclear': 'poor',
  'pace.reported': 'good',
  'pace.unreported': 'fine',
  'names.all': 'good',
  'names.missing': 'poor',
  'address.by-name': 'good',
  'address.by-id': 'good',
  'address.ids-possible': 'good',
  'address.ids-unused': 'fine',
  /** Remaining checks were not possible, for the reason in `failure`. */
  'rest.not-asked': 'untold',
  'rest.paused': 'untold'
} as const satisfies Readonly<Record<string, Mark>>

export type FindingKind = keyof typeof FINDINGS
type QuestionOf<K> = K extends `${infer Q}.${string}` ? Q : never
export type Question = QuestionOf<FindingKind>

export interface Finding {
  readonly kind: FindingKind
  /** Number of records on the page, of records that lack something, the page size, or requests per window, by kind. */
  readonly count?: number
  /** Total number of records, if the service reports it. */
  readonly total?: number
  readonly failure?: Failure
}

export const markOf = ({ kind }: Finding): Mark => FINDINGS[kind]

/** Returns the question of a finding. */
export const questionOf = ({ kind }: Finding): Question => kind.slice(0, kind.indexOf('.')) as Question // by the type

export interface GroupDiagnosis {
  /** Base address of the group, without user, password and query. */
  readonly address: string
  readonly state: 'waiting' | 'asking' | 'done'
  /** In the order of the checks. */
  readonly findings: readonly Finding[]
  /** Known dialect traits of the service. */
  readonly speaks: Readonly<Record<string, string>>
}

export interface Diagnosis {
  /** Number of the run since the app started; events of an earlier run are out of date. */
  readonly run: number
  /** ms since epoch. */
  readonly startedAt: number
  readonly state: 'running' | 'done' | 'cancelled'
  readonly groups: Readonly<Record<Group, GroupDiagnosis>>
}

/** Whether Proofsheet can work with the service; `unclear` if some checks were not possible. */
export type Verdict = 'bearable' | 'lacking' | 'unbearable' | 'unclear'

/** Returns the verdict of the findings of one or both groups; `unclear` without findings. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const marks = new Set(findings.map(markOf))
  if (marks.has('bad')) return 'unbearable'
  if (findings.length === 0 || findings.some(isCut)) return 'unclear'
  return marks.has('poor') ? 'lacking' : 'bearable'
}

/** Returns the worst verdict of both groups; a group without findings is `unclear`. */
export function verdictOfAll({ groups }: Pick<Diagnosis, 'groups'>): Verdict {
  const verdicts = new Set(GROUPS.map((group) => verdictOf(groups[group].findings)))
  return (['unbearable', 'unclear', 'lacking'] as const).find((verdict) => verdicts.has(verdict)) ?? 'bearable'
}

/** Whether no further checks were possible after this finding. */
export const isCut = ({ kind }: Finding): boolean => kind === 'list.unanswered' || kind.startsWith('rest.')
