/** The favorite command: sets a value for a target, and updates the screen together with its answer. */
import type { BatchReceipt } from '../../../shared/batch.ts'
import type { BridgeRequests } from '../../../shared/bridge.ts'
import type { Failure, Result } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import { sendForTarget, type Chosen, onlyRecord, type Targets } from '../selection/targets.ts'

type SetFavorite = BridgeRequests['setFavorite']

export interface FavoritePorts {
  readonly setFavorite: (args: SetFavorite['args']) => Promise<Result<SetFavorite['value']>>
  readonly chosen: Targets['current']
  /** Returns the effective favorite value of a record on screen; `undefined` if its row is not loaded. */
  readonly shownFavorite: (record: RecordNumber) => boolean | undefined
  /** Reads changed records on screen again; settles when their tiles have the new rows. */
  readonly reread: (records: Uint32Array) => Promise<void>
  readonly onDone: (outcome: FavoriteOutcome) => void
  readonly onFailure: (failure: Failure) => void
}

export interface FavoriteOutcome {
  readonly favorite: boolean
  /** Number of records in the target, and how many of them changed. */
  readonly size: number
  readonly changed: number
  readonly batch: BatchReceipt
}

export type FavoriteCommands = ReturnType<typeof createFavoriteCommands>

/** A requested value that is not on screen yet. */
interface Pending {
  readonly favorite: boolean
  readonly has: (record: RecordNumber) => boolean
}

export function createFavoriteCommands(ports: FavoritePorts) {
  /** In order of the presses: each press acts on the values that earlier ones requested, not on what is still shown. */
  const pending: Pending[] = []

  /** Decisions follow the order of the presses; their requests run in parallel. */
  let lastDecision: Promise<unknown> = Promise.resolve()

  function press(on: RecordNumber | undefined, valueFor: (chosen: Chosen) => boolean): Promise<void> {
    const choosing = ports.chosen(on)
    const decided = lastDecision.then(async () => {
      const chosen = await choosing
      return chosen === null ? null : { request: apply(chosen, valueFor(chosen)) }
    })
    lastDecision = decided.catch(() => undefined)
    return decided.then((done) => done?.request)
  }

  function apply(chosen: Chosen, favorite: boolean): Promise<void> {
    const own: Pending = { favorite, has: memberOf(chosen) }
    pending.push(own)
    return send(chosen, favorite).finally(() => pending.splice(pending.indexOf(own), 1))
  }

  async function send(chosen: Chosen, favorite: boolean): Promise<void> {
    const answer = await sendForTarget(chosen, (target) => ports.setFavorite({ target, favorite }))
    if (!answer.ok) return ports.onFailure(answer.failure)
    const { batch, changed } = answer.value
    await ports.reread(changed)
    ports.onDone({ favorite, size: batch.size, changed: changed.length, batch })
  }

  const isSet = (record: RecordNumber, isShown: boolean): boolean =>
    pending.findLast(({ has }) => has(record))?.favorite ?? isShown

  const opposite = (chosen: Chosen): boolean => {
    const only = onlyRecord(chosen)
    return only === null || !isSet(only, ports.shownFavorite(only) === true)
  }
  return {
    /** Adds the target to Favorites (F); for exactly one record, sets the opposite of the shown value. */
    add: (on?: RecordNumber) => press(on, opposite),
    /** Sets this value, also for a single record: Shift+F, and the buttons that name their value. */
    set: (favorite: boolean, on?: RecordNumber) => press(on, () => favorite),
    /** Toggles the star of one record, which shows `isShown` at the press. */
    toggle: (record: RecordNumber, isShown: boolean) => press(record, () => !isSet(record, isShown))
  }
}

/** Lists the records only when needed, because a frozen set may contain a hundred thousand. */
function memberOf({ target, listed }: Chosen): Pending['has'] {
  return (record) => {
    const records = target.kind === 'records' ? target : listed()
    return records.kind === 'records' && records.numbers.includes(record)
  }
}
