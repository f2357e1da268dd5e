import type { EngineRemedy, NeedGroup, Remedy } from '../../shared/change.ts'

/** Those that need one change at hand, or a form. */
const ONE_BY_ONE: ReadonlySet<Remedy> = new Set<Remedy>(['adopt', 'edit', 'create-again'])

/** What can be done about a whole group with one press. */
export function groupRemedies({ remedies }: NeedGroup): readonly EngineRemedy[] {
  return remedies.filter((remedy): remedy is EngineRemedy => !ONE_BY_ONE.has(remedy))
}
