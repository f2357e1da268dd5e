/** Converts the selection of the window into the target of a command, and keeps the engine’s ids of frozen sets. */
import type { Result } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import type { RecordTarget, SelectionId, ViewId } from '../../../shared/query.ts'
import { listRecords, type RecordOrder } from './records.ts'
import { type Selection, toTarget } from './selection.ts'

interface TargetPorts {
  readonly freezeSelection: (
    view: ViewId
  ) => Promise<Result<{ readonly selection: SelectionId; readonly size: number }>>
  readonly selection: () => Selection
  readonly active: () => RecordNumber | null
  readonly order: () => RecordOrder
}

/** What a command acts on, as it was when the command was invoked. */
export interface Chosen {
  readonly target: RecordTarget
  readonly size: number
  /** Whether it is, or was made from, everything that matched a query. */
  readonly isFrozen: boolean
  /** The same target with every record listed, for when the engine no longer has the frozen set. */
  readonly listed: () => RecordTarget
}

export type Targets = ReturnType<typeof createTargets>

/** Frozen sets remembered here; older ones are listed record by record. The engine keeps more. */
const KEPT = 16

export function createTargets(ports: TargetPorts) {
  const ids = new Map<ViewId, Promise<SelectionId | null>>()

  /** Requests that the engine keep the set behind “everything matching”; the window does not wait for it. */
  function freeze(view: ViewId): void {
    if (ids.has(view)) return
    ids.set(
      view,
      ports.freezeSelection(view).then((answer) => (answer.ok ? answer.value.selection : null))
    )
    const [oldest] = ids.keys()
    if (ids.size > KEPT && oldest !== undefined) ids.delete(oldest)
  }

  /**
   * Returns what a command acts on now: the record a menu was opened on, else the selection, else the focused record;
   * `null` if there is none.
   */
  async function current(on?: RecordNumber): Promise<Chosen | null> {
    // Read before the first await, so that the target is what was selected when the command was invoked.
    const selection = ports.selection()
    const order = ports.order()
    const single = on ?? singleOf(selection, ports.active())
    if (single !== null) return targetOf(single)
    if (selection.members.size === 0) return null
    const listed = (): RecordTarget => toTarget(selection, order, null)
    const { frozen } = selection
    const id = frozen === null ? null : ((await ids.get(frozen.view)) ?? null)
    const target = id === null ? listed() : toTarget(selection, order, id)
    return { target, size: selection.members.size, isFrozen: frozen !== null, listed }
  }

  return { freeze, current }
}

/** Returns the one record to act on if at most one is selected: that one, else the focused record; `null` otherwise. */
export function singleOf({ members }: Selection, active: RecordNumber | null): RecordNumber | null {
  if (members.size === 0) return active
  return members.size === 1 ? (listRecords(members)[0] ?? null) : null
}

function targetOf(record: RecordNumber): Chosen {
  const target: RecordTarget = { kind: 'records', numbers: Uint32Array.of(record) }
  return { target, size: 1, isFrozen: false, listed: () => target }
}

/** Returns the only record of the target; `null` if there are several. */
export function onlyRecord({ target }: Chosen): RecordNumber | null {
  if (target.kind !== 'records' || target.numbers.length !== 1) return null
  return target.numbers[0] ?? null
}

/** Sends the request with the target; lists every record if the engine no longer has the set, as after its restart. */
export async function sendForTarget<Value>(
  chosen: Chosen,
  send: (target: RecordTarget) => Promise<Result<Value>>
): Promise<Result<Value>> {
  const answer = await send(chosen.target)
  return answer.ok || answer.failure.code !== 'unknown-selection' ? answer : send(chosen.listed())
}
