/** The favorite command: a wanted value for a target, and the change on screen with its answer. */
import type { BatchReceipt } from '../../../shared/batch.ts'
import type { BridgeRequests } from '../../../shared/bridge.ts'
import type { Failure, Result } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import { askWith, onlyRecord } from '../selection/targets.ts'
import type { Chosen, Targets } from '../selection/targets.ts'

type SetFavorite = BridgeRequests['setFavorite']

export interface FavoritePorts {
  readonly setFavorite: (args: SetFavorite['args']) => Promise<Result<SetFavorite['value']>>
  readonly chosen: Targets['current']
  /** Effective favorite of a record as the screen shows it; undefined when its row is not here. */
  readonly shownFavorite: (record: RecordNumber) => boolean | undefined
  /** Reads changed records again where they are seen; settles when their tiles have the new rows. */
  readonly reread: (records: Uint32Array) => Promise<void>
  readonly onDone: (outcome: FavoriteOutcome) => void
  readonly onFailure: (failure: Failure) => void
}

export interface FavoriteOutcome {
  readonly favorite: boolean
  /** Records the command was for, and how many of them differ now. */
  readonly size: number
  readonly changed: number
  readonly batch: BatchReceipt
}

export interface FavoriteCommands {
  /** F: adds the target; on exactly one record it is the other value of what is shown. */
  readonly add: (on?: RecordNumber) => Promise<void>
  /** This value for the target, also for a single record: Shift+F, and the buttons that name what they do. */
  readonly set: (favorite: boolean, on?: RecordNumber) => Promise<void>
  /** The star of one tile. */
  readonly setOne: (record: RecordNumber, favorite: boolean) => Promise<void>
}

export function createFavoriteCommands(ports: FavoritePorts): FavoriteCommands {
  async function apply(chosen: Chosen | null, favorite: boolean): Promise<void> {
    if (chosen === null) return
    const answer = await askWith(chosen, (target) => ports.setFavorite({ target, favorite }))
    if (!answer.ok) {
      ports.onFailure(answer.failure)
      return
    }
    const { batch, changed } = answer.value
    await ports.reread(changed)
    ports.onDone({ favorite, size: batch.size, changed: changed.length, batch })
  }

  async function add(on?: RecordNumber): Promise<void> {
    const chosen = await ports.chosen(on)
    const only = chosen === null ? null : onlyRecord(chosen)
    const isSet = only !== null && ports.shownFavorite(only) === true
    await apply(chosen, !isSet)
  }

  const set = async (favorite: boolean, on?: RecordNumber): Promise<void> => apply(await ports.chosen(on), favorite)
  return { add, set, setOne: (record, favorite) => set(favorite, record) }
}
