/** The favorite command: a wanted value for a target, and the change on screen with its answer. */
import type { BridgeRequests } from '../../../shared/bridge.ts'
import type { Failure, Result } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import type { RecordTarget } from '../../../shared/query.ts'

type SetFavorite = BridgeRequests['setFavorite']

export interface FavoritePorts {
  readonly setFavorite: (args: SetFavorite['args']) => Promise<Result<SetFavorite['value']>>
  readonly target: () => Promise<RecordTarget | null>
  /** The same target with every record listed. */
  readonly listedTarget: () => RecordTarget | null
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
}

export interface FavoriteCommands {
  /** F: adds the target; on exactly one record it is the other value of what is shown. */
  readonly add: () => Promise<void>
  /** This value for the target, also for a single record: Shift+F, and the buttons that name what they do. */
  readonly set: (favorite: boolean) => Promise<void>
  /** The star of one tile. */
  readonly setOne: (record: RecordNumber, favorite: boolean) => Promise<void>
}

export function createFavoriteCommands(ports: FavoritePorts): FavoriteCommands {
  async function apply(target: RecordTarget | null, favorite: boolean): Promise<void> {
    if (target === null) return
    const answer = await setOrList(ports, target, favorite)
    if (!answer.ok) {
      ports.onFailure(answer.failure)
      return
    }
    const { batch, changed } = answer.value
    await ports.reread(changed)
    ports.onDone({ favorite, size: batch.size, changed: changed.length })
  }

  async function add(): Promise<void> {
    const target = await ports.target()
    const only = target === null ? null : onlyRecord(target)
    const isSet = only !== null && ports.shownFavorite(only) === true
    await apply(target, !isSet)
  }

  return {
    add,
    set: async (favorite) => apply(await ports.target(), favorite),
    setOne: (record, favorite) => apply({ kind: 'records', numbers: Uint32Array.of(record) }, favorite)
  }
}

/** A set the engine has forgotten (it was started anew) is named record by record. */
async function setOrList(
  ports: FavoritePorts,
  target: RecordTarget,
  favorite: boolean
): Promise<Result<SetFavorite['value']>> {
  const answer = await ports.setFavorite({ target, favorite })
  if (answer.ok || answer.failure.code !== 'unknown-selection') return answer
  const listed = ports.listedTarget()
  return listed === null ? answer : ports.setFavorite({ target: listed, favorite })
}

function onlyRecord(target: RecordTarget): RecordNumber | null {
  if (target.kind !== 'records' || target.numbers.length !== 1) return null
  return target.numbers[0] ?? null
}
