/** How the questions of a diagnosis are asked, and what is common to both groups. */
import type { Finding, FindingKind } from '../../../../shared/diagnosis.ts'
import type { Outcome } from '../../domain/outcome.ts'
import type { ServicePage } from '../../domain/service-records.ts'
import type { Answered, ServiceClient } from '../service-client.ts'

/** Makes the request when its turn has come; null = nothing more can be asked now. */
export type Ask = <A extends Answered<unknown>>(about: 'list' | 'record', send: () => Promise<A>) => Promise<A | null>

export interface Questions {
  readonly client: ServiceClient
  readonly ask: Ask
  /** Takes findings as they come. */
  readonly tell: (findings: readonly Finding[]) => void
}

/** What stands in the way, as a part of a finding. */
export const failureOf = (outcome: Outcome<unknown>): Pick<Finding, 'failure'> =>
  outcome.kind === 'applied' ? {} : { failure: outcome.failure }

/** What the program itself would call no service of this kind; anything else passes, or can be mended. */
const isVerdict = ({ kind }: Outcome<unknown>): boolean =>
  kind === 'stopped' || kind === 'rejected' || kind === 'applied'

/** There is no list. */
export const noList = (outcome: Outcome<unknown>): Finding => ({
  kind: isVerdict(outcome) ? 'list.failed' : 'list.unanswered',
  ...failureOf(outcome)
})

/** A page that could not be read: `kind`, unless nothing is said of the service by it. */
export const failedAs = (kind: FindingKind, outcome: Outcome<unknown>): Finding => ({
  kind: isVerdict(outcome) ? kind : 'rest.not-asked',
  ...failureOf(outcome)
})

/** A list of so many, of so many in all. */
export function listShown({ records, total }: ServicePage<unknown>): Finding {
  return { kind: 'list.shown', count: records.length, ...(total === null ? {} : { total }) }
}
