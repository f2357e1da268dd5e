/** Repair actions on changes that are pending or need attention. */
import type { BridgeRequests } from '../../shared/bridge.ts'
import type { Failure, Result } from '../../shared/failure.ts'
import { copy } from '../../copy/language.ts'

type RepairArgs = BridgeRequests['repairChanges']['args']
type RepairValue = BridgeRequests['repairChanges']['value']

export interface RepairPorts {
  readonly repair: (args: RepairArgs) => Promise<Result<RepairValue>>
  readonly say: (text: string) => void
  readonly onFailure: (failure: Failure) => void
}

/**
 * Runs a repair action. The library leaves changes that are being sent alone (shared/bridge.ts), and a message says so
 * if that applies to all of them. It is not repeated automatically, because the entry may hold a newer intent a moment
 * later.
 * @returns the records that look different now; `null` after a failure, which was reported
 */
export async function repairOrReport(ports: RepairPorts, args: RepairArgs): Promise<Uint32Array | null> {
  const answer = await ports.repair(args)
  if (!answer.ok) {
    ports.onFailure(answer.failure)
    return null
  }
  const { done, changed } = answer.value
  if (done === 0) ports.say(copy.commands.repairLater)
  return changed
}
