/** The favorite command: a wanted value for a target, and the change on screen with its answer. */
import type { BatchReceipt } from '../../../shared/batch.ts'
import type { BridgeRequests } from '../../../shared/bridge.ts'
import type { Failure, Result } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import { askWith, type Chosen, onlyRecord, type Targets } from '../selection/targets.ts'

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

export type FavoriteCommands = ReturnType<typeof createFavoriteCommands>

/** What a press wants that is not on the screen yet. */
interface Pending {
  readonly favorite: boolean
  readonly has: (record: RecordNumber) => boolean
}

export function createFavoriteCommands(ports: FavoritePorts) {
  /** In the order of the presses: the next one acts on what those before it want, not on what is still shown. */
  const pending: Pending[] = []

  /** Decisions are made in the order of the presses; what they ask for is not waited for. */
  let turn: Promise<unknown> = Promise.resolve()

  function press(on: RecordNumber | undefined, wanted: (chosen: Chosen) => boolean): Promise<void> {
    const choosing = ports.chosen(on)
    const decided = turn.then(async () => {
      const chosen = await choosing
      return chosen === null ? null : { asked: apply(chosen, wanted(chosen)) }
    })
    turn = decided.catch(() => undefined)
    return decided.then((done) => done?.asked)
  }

  function apply(chosen: Chosen, favorite: boolean): Promise<void> {
    const mine: Pending = { favorite, has: memberOf(chosen) }
    pending.push(mine)
    return ask(chosen, favorite).finally(() => pending.splice(pending.indexOf(mine), 1))
  }

  async function ask(chosen: Chosen, favorite: boolean): Promise<void> {
    const answer = await askWith(chosen, (target) => ports.setFavorite({ target, favorite }))
    if (!answer.ok) return ports.onFailure(answer.failure)
    const { batch, changed } = answer.value
    await ports.reread(changed)
    ports.onDone({ favorite, size: batch.size, changed: changed.length, batch })
  }

  const isSet = (record: RecordNumber, isShown: boolean): boolean =>
    pending.findLast(({ has }) => has(record))?.favorite ?? isShown

  const other = (chosen: Chosen): boolean => {
    const only = onlyRecord(chosen)
    return only === null || !isSet(only, ports.shownFavorite(only) === true)
  }
  return {
    /** F: adds the target; on exactly one record it is the other value of what is shown. */
    add: (on?: RecordNumber) => press(on, other),
    /** This value for the target, also for a single record: Shift+F, and the buttons that name what they do. */
    set: (favorite: boolean, on?: RecordNumber) => press(on, () => favorite),
    /** The star of one record, which shows `isShown` at the press. */
    toggle: (record: RecordNumber, isShown: boolean) => press(record, () => !isSet(record, isShown))
  }
}

/** Listed only when something asks, because a frozen set may have a hundred thousand. */
function memberOf({ target, listed }: Chosen): Pending['has'] {
  return (record) => {
    const records = target.kind === 'records' ? target : listed()
    return records.kind === 'records' && records.numbers.includes(record)
  }
}
