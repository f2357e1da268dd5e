/** Remedies for changes that wait or need the person. */
import type { BridgeRequests } from '../../shared/bridge.ts'
import type { Failure, Result } from '../../shared/failure.ts'
import { commandCopy } from '../copy/commands.ts'

type RepairArgs = BridgeRequests['repairChanges']['args']
type RepairValue = BridgeRequests['repairChanges']['value']

export interface RepairPorts {
  readonly repair: (args: RepairArgs) => Promise<Result<RepairValue>>
  readonly say: (text: string) => void
  readonly onFailure: (failure: Failure) => void
}

/**
 * Does a remedy. Changes that are on their way just then are left alone by the library (shared/bridge.ts); when that is
 * all of them, it is said. It is not tried again by itself: what waits a moment later may be a newer wish.
 * @returns the records that look different now; null after a failure, which was told
 */
export async function repairOrTell(ports: RepairPorts, args: RepairArgs): Promise<Uint32Array | null> {
  const answer = await ports.repair(args)
  if (!answer.ok) {
    ports.onFailure(answer.failure)
    return null
  }
  const { done, changed } = answer.value
  if (done === 0) ports.say(commandCopy.remedyLater)
  return changed
}
