/** The verbs of the user, each with its initial library, by name. */
import type { Library } from '../../src/main/engine/library/create-library.ts'
import { reasonKey } from '../../src/main/engine/domain/reason-key.ts'
import { createLibraryReader } from '../../src/main/engine/library/reader.ts'
import { nextSequence } from '../../src/main/engine/storage/meta.ts'
import { settleEntries } from '../../src/main/engine/storage/settle-entry.ts'
import { openPass } from '../../src/main/engine/storage/passes.ts'
import { addCandidates, requireDecision } from '../../src/main/engine/storage/removals.ts'
import { tryStorage } from '../../src/main/engine/storage/storage-failure.ts'
import type { Result } from '../../src/shared/failure.ts'
import { EMPTY_QUERY } from '../../src/shared/query.ts'
import { FORM } from '../helpers/create-form.ts'
import { REFUSED } from '../helpers/push-failures.ts'
import { type Flow, NOW, type World, inLibrary } from './statement-flow.ts'
import {
  BATCH,
  CREATED,
  IMAGES,
  MANY,
  PROJECT,
  claimAll,
  nothing,
  numbers,
  seed,
  star,
  starAll
} from './statement-ground.ts'

/** A verb in a library after `before`. */
function verb(
  name: string,
  before: (library: Library, world: World) => unknown,
  run: (library: Library, world: World) => Result<unknown>
): Flow {
  const setUp = (world: World): void => {
    seed(world, name.endsWith(String(MANY)) ? MANY : IMAGES)
    before(world.library, world)
  }
  return inLibrary(name, setUp, (world) => run(world.library, world))
}

function refuseAll(world: World): void {
  const results = claimAll(world).map(({ entry, revision }) => ({
    entry,
    revision,
    outcome: { kind: 'rejected', failure: REFUSED } as const
  }))
  settleEntries(world.db, { results, images: [], now: NOW, sequence: nextSequence(world.db) })
}

const selectAll = ({ reader, library }: World): Result<unknown> => {
  // As in the engine's response to a request, an unreadable page becomes a failure.
  const selected = tryStorage(() => {
    const screen = createLibraryReader(reader)
    const view = screen.openView({ query: EMPTY_QUERY })
    if (!view.ok) return view
    const frozen = screen.freezeSelection({ view: view.value.view })
    if (!frozen.ok) return frozen
    const target = {
      kind: 'selection',
      selection: frozen.value.selection,
      plus: numbers(0),
      except: numbers(1)
    } as const
    return screen.resolveTarget({ target })
  })
  const records = selected.ok ? selected.value : selected
  return records.ok ? library.setFavorite({ records: records.value, favorite: true }) : records
}

const discard = {
  target: { kind: 'reason', reason: { kind: 'favorite', code: REFUSED.code, key: reasonKey(REFUSED, []) } },
  choice: null
} as const

export const VERB_FLOWS: readonly Flow[] = [
  verb('add 1 favorite', nothing, (library) => star(library, 1)),
  verb(`add favorites: ${MANY}`, nothing, (library) => star(library, MANY)),
  verb('remove pending favorites', starAll, (library) => library.setFavorite({ records: numbers(4), favorite: false })),
  verb('add all results to the favorites', nothing, (_, world) => selectAll(world)),
  verb('rename', nothing, (library) => library.renameImage({ record: 3, name: 'Quay' })),
  verb(
    'rename while a rename is in flight',
    (library, world) => (library.renameImage({ record: 3, name: 'Quay' }), claimAll(world)),
    (library) => library.renameImage({ record: 3, name: 'Pier' })
  ),
  verb('create', nothing, (library) => library.createImage({ form: FORM })),
  verb(
    'edit a create',
    (library) => library.createImage({ form: FORM }),
    (library) => library.updateCreate({ record: CREATED, form: { ...FORM, name: 'Another' } })
  ),
  verb('delete', starAll, (library) => library.deleteImages({ records: numbers(3) })),
  verb('delete a project', nothing, (library) => library.deleteProject({ record: PROJECT })),
  verb('undo', starAll, (library) => library.undoBatch({ batch: BATCH })),
  verb(
    'undo a deletion',
    (library) => library.deleteImages({ records: numbers(3) }),
    (library) => library.undoBatch({ batch: BATCH })
  ),
  verb(
    'redo',
    (library) => (starAll(library), library.undoBatch({ batch: BATCH })),
    (library) => starAll(library)
  ),
  verb('pause a batch', starAll, (library) => library.setBatchPaused({ batch: BATCH, isPaused: true })),
  verb(
    'resume a batch',
    (library) => (starAll(library), library.setBatchPaused({ batch: BATCH, isPaused: true })),
    (library) => library.setBatchPaused({ batch: BATCH, isPaused: false })
  ),
  verb('stop pending changes', starAll, (library) => library.stopBatch({ batch: BATCH, isUndoing: false })),
  verb(
    'stop changes in flight',
    (library, world) => (starAll(library), claimAll(world)),
    (library) => library.stopBatch({ batch: BATCH, isUndoing: false })
  ),
  verb(
    'stop and undo',
    (library, world) => (starAll(library), claimAll(world)),
    (library) => library.stopBatch({ batch: BATCH, isUndoing: true })
  ),
  verb('send first', starAll, (library) => library.sendBatchFirst({ batch: BATCH })),
  verb(
    'retry by reason',
    (library, world) => (starAll(library), refuseAll(world)),
    (library) => library.repairChanges({ ...discard, repairAction: 'retry' })
  ),
  verb(
    'discard by reason',
    (library, world) => (starAll(library), refuseAll(world)),
    (library) => library.repairChanges({ ...discard, repairAction: 'discard' })
  ),
  verb(
    'confirm removals',
    (library, world) => (star(library, 3), proposeRemovals(world)),
    (library) => library.decideRemovals({ group: 'images', isRemoving: true })
  ),
  verb(
    'decline removals',
    (_, world) => proposeRemovals(world),
    (library) => library.decideRemovals({ group: 'images', isRemoving: false })
  )
]

/** A complete pass that saw nothing. */
function proposeRemovals({ db }: World): void {
  const pass = openPass(db, { group: 'images', kind: 'full', order: 'asc', startedAt: NOW })
  addCandidates(db, { group: 'images', pass })
  requireDecision(db, 'images')
}
