/** Turns the selection of the window into the target of a command; keeps the engine's ids of frozen sets. */
import type { Result } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import type { RecordTarget, SelectionId, ViewId } from '../../../shared/query.ts'
import type { RecordOrder } from './record-order.ts'
import { toTarget } from './selection.ts'
import type { Selection } from './selection.ts'

export interface TargetPorts {
  readonly freezeSelection: (
    view: ViewId
  ) => Promise<Result<{ readonly selection: SelectionId; readonly size: number }>>
  readonly selection: () => Selection
  readonly active: () => RecordNumber | null
  readonly order: () => RecordOrder
}

export interface Targets {
  /** Asks the engine to keep the set behind "everything matching"; the window does not wait for it. */
  readonly freeze: (view: ViewId) => void
  /** What a command acts on now: the selection, else the record with the focus; null = nothing. */
  readonly current: () => Promise<RecordTarget | null>
  /** The same with every record listed, for when the engine no longer knows a frozen set. */
  readonly listed: () => RecordTarget | null
}

/** Sets kept here; older ones are listed record by record. The engine keeps more of them. */
const KEPT = 16

export function createTargets(ports: TargetPorts): Targets {
  const ids = new Map<ViewId, Promise<SelectionId | null>>()

  function freeze(view: ViewId): void {
    if (ids.has(view)) return
    ids.set(
      view,
      ports.freezeSelection(view).then((answer) => (answer.ok ? answer.value.selection : null))
    )
    const [oldest] = ids.keys()
    if (ids.size > KEPT && oldest !== undefined) ids.delete(oldest)
  }

  async function current(): Promise<RecordTarget | null> {
    // Read before anything is awaited: the target is what was selected when the command was given.
    const selection = ports.selection()
    const order = ports.order()
    if (selection.members.size === 0 || selection.frozen === null) return listed()
    const id = (await ids.get(selection.frozen.view)) ?? null
    return toTarget(selection, order, id)
  }

  function listed(): RecordTarget | null {
    const selection = ports.selection()
    if (selection.members.size > 0) return toTarget(selection, ports.order(), null)
    const active = ports.active()
    return active === null ? null : { kind: 'records', numbers: Uint32Array.of(active) }
  }

  return { freeze, current, listed }
}
