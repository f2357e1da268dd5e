/** A connection that was tried long ago. */
import { TRUSTED } from '../../src/main/engine/domain/trial-stages.ts'
import { addSeen } from '../../src/main/engine/storage/tried-updates.ts'
import type { Run, SyncRig } from './sync-rig.ts'

/** Its updates need no stages any more. */
export function trust(rig: SyncRig, run: Run): void {
  addSeen(run.db, rig.groups().images.address, TRUSTED)
}
