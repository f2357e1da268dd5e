/**
 * Ties the stores to main: fills them once before the first frame, then keeps them true by events.
 * Screens read stores and send requests; nobody else subscribes to what concerns the whole window.
 */
import type { BatchId } from '../../shared/batch.ts'
import type { AppInfo, Bridge } from '../../shared/bridge.ts'
import type { ConnectionSummary, LibraryTrouble } from '../../shared/connection.ts'
import type { Result } from '../../shared/failure.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/preferences.ts'
import { applyLocale } from '../format.ts'
import { callAfter } from '../pending-work.ts'
import { createFacetCounter, useFacets } from './facet-store.ts'
import { pendingSaves } from './pending-saves.ts'
import { changedParts, setPreferences, usePictureHosts, usePreferences } from './preferences-store.ts'
import { matchesSame, setQuery, useQuery } from './query-store.ts'
import { endedBatch, useConnection, useJob, useSync } from './sync-store.ts'

/** A slider drag is one save. */
const SAVE_PAUSE_MS = 300
/** The first comes early enough to be heard by main for sure; the second also where the first does not come at all. */
const LEAVING = ['beforeunload', 'pagehide'] as const

type FirstFrame = Pick<Bridge, 'getAppInfo' | 'getPreferences' | 'getConnection' | 'getSyncStatus'> & {
  readonly subscribe: Pick<Bridge['subscribe'], 'syncStatus' | 'connectionChanged' | 'libraryTrouble'>
}

/**
 * Reads what the first frame needs. Without it there is nothing true to show, so the frame waits for it. Each answer
 * is taken in as it comes, and events are heard from before the first: what main tells later counts.
 */
export async function loadWindow(bridge: FirstFrame): Promise<void> {
  bridge.subscribe.syncStatus((status) => useSync.setState({ status }))
  bridge.subscribe.connectionChanged(applyChangedConnection)
  bridge.subscribe.libraryTrouble(applyTrouble)
  await Promise.all([
    bridge.getAppInfo(null).then((info) => info.ok && applyInfo(info.value)),
    bridge.getPreferences(null).then((preferences) => preferences.ok && applyPreferences(preferences.value)),
    bridge.getConnection(null).then(applyConnection),
    bridge.getSyncStatus(null).then((status) => status.ok && useSync.setState({ status: status.value }))
  ])
}

function applyInfo({ locale, platform }: AppInfo): void {
  applyLocale(locale)
  document.documentElement.dataset['platform'] = platform
}

/** Main loads the page again for another library. A screen shown until then would lose what is typed into it. */
function applyChangedConnection(connection: ConnectionSummary | null): void {
  const shown = useConnection.getState().connection
  if (shown === null || shown.id === connection?.id) useConnection.setState({ connection })
}

/** null: a thread was started again, and what this window holds of its views is unknown there. */
function applyTrouble(trouble: LibraryTrouble | null): void {
  const { enter, connection } = useConnection.getState()
  if (trouble === null) enter(connection)
  else useConnection.setState({ trouble: trouble.failure })
}

function applyConnection(connection: Result<ConnectionSummary | null>): void {
  if (connection.ok) useConnection.setState({ connection: connection.value })
  else useConnection.setState({ trouble: connection.failure })
}

function applyPreferences({ query, pictureHosts, ...preferences }: Preferences): void {
  setQuery(query)
  usePictureHosts.setState({ hosts: pictureHosts })
  setPreferences(preferences)
}

/** Keeps the stores true from here on, for as long as the window lives. */
export function followMain(bridge: Bridge): void {
  const counter = createFacetCounter({
    countFacets: (query) => bridge.countFacets({ query }),
    currentQuery: () => useQuery.getState().query,
    onCounts: (counts) => useFacets.setState({ counts }),
    after: callAfter,
    now: () => performance.now()
  })
  bridge.subscribe.libraryChanged(counter.onLibraryChanged)
  bridge.subscribe.connectionChanged(counter.onLibraryChanged)
  useQuery.subscribe((now, before) => {
    if (!matchesSame(now.query, before.query)) counter.onQueryChanged()
  })
  useSync.subscribe((now, before) => {
    const batch = endedBatch(before.status, now.status)
    if (batch !== null) void showEnded(bridge, batch)
    else if (now.status?.needsYou !== before.status?.needsYou) void renewFinished(bridge)
  })
  counter.onLibraryChanged()
  savePreferences(bridge)
  handOverAtTheEnd(bridge)
}

/** The receipt as it stands now: the last one seen while it ran was not the final one. */
async function showEnded(bridge: Bridge, batch: BatchId): Promise<void> {
  const answer = await bridge.getBatch({ batch })
  if (!answer.ok) return
  const { receipt } = answer.value
  // Of what was taken back whole nothing was done.
  if (receipt.done + receipt.needsYou > 0) useJob.setState({ finished: receipt })
}

/** What needed attention may have been decided since: then nothing says any more that it does. */
export async function renewFinished(bridge: Pick<Bridge, 'getBatch'>): Promise<void> {
  const { finished } = useJob.getState()
  if (finished === null || finished.needsYou === 0) return
  const answer = await bridge.getBatch({ batch: finished.batch })
  if (!answer.ok || useJob.getState().finished !== finished) return
  const { receipt } = answer.value
  useJob.setState({ finished: receipt.needsYou === 0 ? null : receipt })
}

/** Sends what changed, a moment after it did. */
function savePreferences(bridge: Bridge): void {
  const state = { saved: currentPreferences(), callOff: () => {} }
  const save = (): void => {
    const now = currentPreferences()
    const parts = changedParts(state.saved, now)
    if (parts === null) return
    state.saved = now
    void bridge.setPreferences(parts)
  }
  const saveSoon = (): void => {
    state.callOff()
    state.callOff = pendingSaves.after(save, SAVE_PAUSE_MS)
  }
  usePreferences.subscribe(saveSoon)
  useQuery.subscribe(saveSoon)
}

/** Nothing that the person changed goes with the page. Main holds a close until it was told; a reload asks nobody. */
function handOverAtTheEnd(bridge: Bridge): void {
  bridge.subscribe.windowClosing(() => {
    handOver()
    void bridge.readyToClose(null)
  })
  for (const name of LEAVING) window.addEventListener(name, handOver)
}

function handOver(): void {
  // A field that saves when it is left, as that of a name, is left now.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  pendingSaves.flush()
}

function currentPreferences(): Preferences {
  return { ...DEFAULT_PREFERENCES, ...usePreferences.getState().preferences, query: useQuery.getState().query }
}
