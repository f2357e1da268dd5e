/** Events to the window: the first of each kind at once, further ones merged, at most one every 100 ms. */
import type { BridgeEvents, EventName } from '../../shared/bridge.ts'
import { CHANGE_EVENT_GAP_MS } from '../../shared/limits.ts'
import { MERGE } from './merge-events.ts'

export type Broadcast = <E extends EventName>(name: E, event: BridgeEvents[E]) => void

export interface BroadcastParts {
  /** Hands one event to the window, if there is one. */
  readonly emit: <E extends EventName>(name: E, event: BridgeEvents[E]) => void
  readonly afterMs: (ms: number, run: () => void) => void
}

/** What one kind holds back; `held: null` while nothing is. */
interface Lane<E extends EventName> {
  isResting: boolean
  held: { readonly event: BridgeEvents[E] } | null
}

export function createBroadcast({ emit, afterMs }: BroadcastParts): Broadcast {
  const lanes: { readonly [E in EventName]: Lane<E> } = {
    libraryChanged: { isResting: false, held: null },
    syncStatus: { isResting: false, held: null },
    diagnosis: { isResting: false, held: null },
    connectionTest: { isResting: false, held: null },
    connectionChanged: { isResting: false, held: null },
    libraryTrouble: { isResting: false, held: null },
    menuCommand: { isResting: false, held: null },
    windowClosing: { isResting: false, held: null }
  }

  const send = <E extends EventName>(name: E, event: BridgeEvents[E]): void => {
    const lane: Lane<E> = lanes[name]
    lane.isResting = true
    emit(name, event)
    afterMs(CHANGE_EVENT_GAP_MS, () => {
      const { held } = lane
      lane.isResting = false
      lane.held = null
      if (held !== null) send(name, held.event)
    })
  }

  return (name, event) => {
    const lane: Lane<typeof name> = lanes[name]
    if (!lane.isResting) return send(name, event)
    lane.held = { event: lane.held === null ? event : MERGE[name](lane.held.event, event) }
  }
}
