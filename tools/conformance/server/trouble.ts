/** What came of an operation, in the words that the program has for it. */
import type { Outcome } from '../../../src/main/engine/domain/outcome.ts'
import { failureSentence } from '../../../src/renderer/copy/failures.ts'
import type { Group } from '../../../src/shared/sync-status.ts'

/** The headline that the program would show, with the status behind it. */
export function trouble(outcome: Outcome<unknown>, group: Group): string {
  if (outcome.kind === 'applied') return 'It works.'
  const { headline } = failureSentence(outcome.failure, group)
  const { status } = outcome.failure
  return status === undefined ? `${headline}.` : `${headline} (${status}).`
}
