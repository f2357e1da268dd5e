/** A connection that passed the first-update check long ago. */
import { TRUSTED } from '../../src/main/engine/domain/first-update-stages.ts'
import { addSeen } from '../../src/main/engine/storage/checked-updates.ts'
import type { Run, SyncRig } from './sync-rig.ts'

/** Marks the connection as trusted, so that its updates need no stages. */
export function trust(rig: SyncRig, run: Run): void {
  addSeen(run.db, rig.groups().images.address, TRUSTED)
}
