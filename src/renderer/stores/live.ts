/**
 * Connects the stores to main: fills them once before the first frame, then updates them by events. Screens read stores
 * and send requests; only this file subscribes to what concerns the whole window.
 */
import type { BatchId } from '../../shared/batch.ts'
import type { AppInfo, Bridge } from '../../shared/bridge.ts'
import type { ConnectionSummary, LibraryFailure } from '../../shared/connection.ts'
import type { Result } from '../../shared/failure.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../shared/preferences.ts'
import { callAfter } from '../pending-work.ts'
import { createFacetCounter, useFacets } from './facet-store.ts'
import { pendingSaves } from './pending-saves.ts'
import { changedParts, setPreferences, showLanguage, usePictureHosts, usePreferences } from './preferences-store.ts'
import { matchesSame, setQuery, useQuery } from './query-store.ts'
import { endedBatch, useConnection, useJob, useSync } from './sync-store.ts'

/** Combines a drag of the slider into one save. */
const SAVE_PAUSE_MS = 300
/** The first event is early enough to reach main; the second also occurs if the first does not. */
const LEAVING = ['beforeunload', 'pagehide'] as const

type FirstFrame = Pick<Bridge, 'getAppInfo' | 'getPreferences' | 'getConnection' | 'getSyncStatus'> & {
  readonly subscribe: Pick<Bridge['subscribe'], 'syncStatus' | 'connectionChanged' | 'libraryFailure'>
}

/**
 * Reads what the first frame needs, which waits for it because there is nothing to show before. Each result is applied
 * when it arrives; events are handled from the start, so that later reports of main win.
 */
export async function loadWindow(bridge: FirstFrame): Promise<void> {
  bridge.subscribe.syncStatus((status) => useSync.setState({ status }))
  bridge.subscribe.connectionChanged(applyChangedConnection)
  bridge.subscribe.libraryFailure(applyLibraryFailure)
  await Promise.all([
    bridge.getAppInfo(null).then((info) => info.ok && applyInfo(info.value)),
    bridge.getPreferences(null).then((preferences) => preferences.ok && applyPreferences(preferences.value)),
    bridge.getConnection(null).then(applyConnection),
    bridge.getSyncStatus(null).then((status) => status.ok && useSync.setState({ status: status.value }))
  ])
}

function applyInfo({ languages, platform }: AppInfo): void {
  showLanguage({ system: languages })
  document.documentElement.dataset['platform'] = platform
}

/** Main reloads the page for another library. A screen shown until then would lose its input. */
function applyChangedConnection(connection: ConnectionSummary | null): void {
  const shown = useConnection.getState().connection
  if (shown === null || shown.id === connection?.id) useConnection.setState({ connection })
}

/** `null`: a thread was restarted and does not know the views of this window. */
function applyLibraryFailure(failure: LibraryFailure | null): void {
  const { enter, connection } = useConnection.getState()
  if (failure === null) enter(connection)
  else useConnection.setState({ failure: failure.failure })
}

function applyConnection(connection: Result<ConnectionSummary | null>): void {
  if (connection.ok) useConnection.setState({ connection: connection.value })
  else useConnection.setState({ failure: connection.failure })
}

function applyPreferences({ query, pictureHosts, language, ...preferences }: Preferences): void {
  setQuery(query)
  showLanguage({ choice: language })
  usePictureHosts.setState({ hosts: pictureHosts })
  setPreferences(preferences)
}

/** Keeps the stores up to date for as long as the window exists. */
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
    else if (now.status?.needsAttention !== before.status?.needsAttention) void renewFinished(bridge)
  })
  counter.onLibraryChanged()
  savePreferences(bridge)
  saveBeforeUnload(bridge)
}

/** Reads the final receipt, because the last one during the run was not final. */
async function showEnded(bridge: Bridge, batch: BatchId): Promise<void> {
  const answer = await bridge.getBatch({ batch })
  if (!answer.ok) return
  const { receipt } = answer.value
  // A batch that was canceled as a whole did nothing.
  if (receipt.done + receipt.needsAttention > 0) useJob.setState({ finished: receipt })
}

/** Updates the notice of a finished batch after a decision, so that it no longer says that changes need attention. */
export async function renewFinished(bridge: Pick<Bridge, 'getBatch'>): Promise<void> {
  const { finished } = useJob.getState()
  if (finished === null || finished.needsAttention === 0) return
  const answer = await bridge.getBatch({ batch: finished.batch })
  if (!answer.ok || useJob.getState().finished !== finished) return
  const { receipt } = answer.value
  useJob.setState({ finished: receipt.needsAttention === 0 ? null : receipt })
}

/** Saves changed preferences after a short pause. */
function savePreferences(bridge: Bridge): void {
  const state = { saved: currentPreferences(), cancel: () => {} }
  const save = (): void => {
    const now = currentPreferences()
    const parts = changedParts(state.saved, now)
    if (parts === null) return
    state.saved = now
    void bridge.setPreferences(parts)
  }
  const saveSoon = (): void => {
    state.cancel()
    state.cancel = pendingSaves.after(save, SAVE_PAUSE_MS)
  }
  usePreferences.subscribe(saveSoon)
  useQuery.subscribe(saveSoon)
}

/** Saves all changes before the page unloads. Main delays a close until this is done; a reload waits for nothing. */
function saveBeforeUnload(bridge: Bridge): void {
  bridge.subscribe.windowClosing(() => {
    saveAll()
    void bridge.readyToClose(null)
  })
  for (const name of LEAVING) window.addEventListener(name, saveAll)
}

function saveAll(): void {
  // Blurs a field that saves on blur, such as a name.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  pendingSaves.flush()
}

function currentPreferences(): Preferences {
  return { ...DEFAULT_PREFERENCES, ...usePreferences.getState().preferences, query: useQuery.getState().query }
}
