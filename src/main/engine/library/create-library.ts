/** The verbs of the screens that change the library, over one open library. */
import type { Result } from '../../../shared/failure.ts'
import * as batches from './batch-verbs.ts'
import * as changes from './change-verbs.ts'
import { writeVerb, type LibraryPorts, type Verb } from './write-verb.ts'

type Verbs = typeof changes & typeof batches

/** All or nothing: each fails as its verb does, or with disk-full and the like, and then nothing has changed. */
export type Library = {
  readonly [N in keyof Verbs]: Verbs[N] extends Verb<infer Args, infer T> ? (args: Args) => Result<T> : never
}

/** The verbs for the writer thread. */
export function createLibrary(ports: LibraryPorts): Library {
  return {
    setFavorite: writeVerb(ports, changes.setFavorite),
    renameImage: writeVerb(ports, changes.renameImage),
    deleteImages: writeVerb(ports, changes.deleteImages),
    deleteProject: writeVerb(ports, changes.deleteProject),
    createImage: writeVerb(ports, changes.createImage),
    updateCreate: writeVerb(ports, changes.updateCreate),
    undoBatch: writeVerb(ports, batches.undoBatch),
    stopBatch: writeVerb(ports, batches.stopBatch),
    setBatchHeld: writeVerb(ports, batches.setBatchHeld),
    sendBatchFirst: writeVerb(ports, batches.sendBatchFirst),
    repairChanges: writeVerb(ports, batches.repairChanges),
    decideRemovals: writeVerb(ports, batches.decideRemovals)
  }
}
