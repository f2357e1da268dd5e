/** Remedies for changes that wait or need the person. */
import type { BridgeRequests } from '../../shared/bridge.ts'
import type { Failure, Result } from '../../shared/failure.ts'
import { commandCopy } from '../copy/commands.ts'

type RepairArgs = BridgeRequests['repairChanges']['args']
type RepairValue = BridgeRequests['repairChanges']['value']

export interface RepairPorts {
  readonly repair: (args: RepairArgs) => Promise<Result<RepairValue>>
  readonly wait: (ms: number) => Promise<void>
  readonly say: (text: string) => void
  readonly onFailure: (failure: Failure) => void
}

/** A try on the way when the button was pressed is mostly over by then. */
const AGAIN_AFTER_MS = 400
const MOST_TRIES = 5

/**
 * Does a remedy. A change that is on its way just then is left alone by the library (shared/bridge.ts), so the remedy
 * is tried again for a moment, and says so when nothing came of it: no press of a button goes without a word.
 * @returns the records that look different now; null after a failure, which was told
 */
export async function repairInTime(ports: RepairPorts, args: RepairArgs): Promise<Uint32Array | null> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ports.repair(args)
    if (!answer.ok) {
      ports.onFailure(answer.failure)
      return null
    }
    if (answer.value.done > 0) return answer.value.changed
    if (tries === MOST_TRIES) break
    await ports.wait(AGAIN_AFTER_MS)
  }
  ports.say(commandCopy.remedyLater)
  return new Uint32Array(0)
}
