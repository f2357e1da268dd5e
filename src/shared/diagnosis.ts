/** Findings of a diagnosis of the service and what they mean for Proofsheet. Contains no secrets. */
import type { Failure } from './failure.ts'
import { GROUPS, type Group } from './sync-status.ts'

/**
 * Severity of a finding. `ok`: as expected. `handled`: different, but handled. `degraded`: some functions are limited.
 * `failed`: Proofsheet cannot work with it. `unknown`: the responses do not show it.
 */
export type Severity = 'ok' | 'handled' | 'degraded' | 'failed' | 'unknown'

/** All findings as question, dot and result, each with its severity. Each has a text in src/copy/en. */
export const FINDINGS = {
  'list.shown': 'ok',
  'list.failed': 'failed',
  /** No usable response for a temporary reason, or one that the user can fix, so nothing is known about the service. */
  'list.unanswered': 'unknown',
  'ids.all': 'ok',
  'ids.missing': 'degraded',
  'ids.no-records': 'unknown',
  'favorites.reported': 'ok',
  'favorites.unreported': 'degraded',
  'pictures.reported': 'ok',
  'pictures.unreported': 'degraded',
  'dates.reported': 'ok',
  'dates.unreported': 'handled',
  'paging.one-page': 'unknown',
  'paging.failed': 'failed',
  'paging.same': 'degraded',
  'paging.refused': 'degraded',
  'paging.short': 'degraded',
  'paging.by-cursor': 'ok',
  'paging.from-one': 'ok',
  'paging.from-zero': 'handled',
  'total.reported': 'ok',
  'total.unreported': 'handled',
  'per-page.obeyed': 'ok',
  'per-page.other': 'handled',
  'per-page.failed': 'failed',
  'end.found': 'ok',
  'end.reported': 'handled',
  'end.records': 'degraded',
  'end.failed': 'failed',
  'sort.obeyed': 'ok',
  'sort.ignored': 'degraded',
  'sort.failed': 'degraded',
  'filter.digits': 'ok',
  'filter.words': 'ok',
  'filter.ignored': 'handled',
  'filter.failed': 'handled',
  'filter.unclear': 'unknown',
  'search.finds': 'ok',
  'search.misses': 'handled',
  'show.shown': 'ok',
  'show.failed': 'failed',
  'show.no-records': 'unknown',
  'unknown-id.reported': 'ok',
  'unknown-id.unclear': 'degraded',
  'pace.reported': 'ok',
  'pace.unreported': 'handled',
  'names.all': 'ok',
  'names.missing': 'degraded',
  'address.by-name': 'ok',
  'address.by-id': 'ok',
  'address.ids-possible': 'ok',
  'address.ids-unused': 'handled',
  /** Remaining checks were not possible, for the reason in `failure`. */
  'rest.not-checked': 'unknown',
  'rest.paused': 'unknown'
} as const satisfies Readonly<Record<string, Severity>>

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

export const severityOf = ({ kind }: Finding): Severity => FINDINGS[kind]

/** Returns the question of a finding. */
export const questionOf = ({ kind }: Finding): Question => kind.slice(0, kind.indexOf('.')) as Question // by the type

export interface GroupDiagnosis {
  /** Base address of the group, without user, password and query. */
  readonly address: string
  readonly state: 'waiting' | 'checking' | 'done'
  /** In the order of the checks. */
  readonly findings: readonly Finding[]
  /** Known dialect traits of the service. */
  readonly dialectTraits: Readonly<Record<string, string>>
}

export interface Diagnosis {
  /** Number of the run since the app started; events of an earlier run are out of date. */
  readonly run: number
  /** ms since epoch. */
  readonly startedAt: number
  readonly state: 'running' | 'done' | 'canceled'
  readonly groups: Readonly<Record<Group, GroupDiagnosis>>
}

/** Whether Proofsheet can work with the service; `unclear` if some checks were not possible. */
export type Verdict = 'compatible' | 'limited' | 'incompatible' | 'unclear'

/** Returns the verdict of the findings of one or both groups; `unclear` without findings. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const severities = new Set(findings.map(severityOf))
  if (severities.has('failed')) return 'incompatible'
  if (findings.length === 0 || findings.some(isCut)) return 'unclear'
  return severities.has('degraded') ? 'limited' : 'compatible'
}

/** Returns the worst verdict of both groups; a group without findings is `unclear`. */
export function verdictOfAll({ groups }: Pick<Diagnosis, 'groups'>): Verdict {
  const verdicts = new Set(GROUPS.map((group) => verdictOf(groups[group].findings)))
  return (['incompatible', 'unclear', 'limited'] as const).find((verdict) => verdicts.has(verdict)) ?? 'compatible'
}

/** Whether no further checks were possible after this finding. */
export const isCut = ({ kind }: Finding): boolean => kind === 'list.unanswered' || kind.startsWith('rest.')
