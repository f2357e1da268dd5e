/** Changes of a full journey besides favorites: a rename, a create, deletions, and a new key. */
import { copy } from '../../src/copy/language.ts'
import { deleteProjectByMenu, enterNewKey, sendAgainByHand } from '../../drivers/user-changes.ts'
import { createByTyping, deleteByKey, renameByTyping, undoDeletion } from '../../drivers/user-changes.ts'
import { waitForStatus } from '../../drivers/window-bridge.ts'
import { patienceMs, STYLE, type Ground } from './ground.ts'

/** The expected state of the service. */
export interface ExpectedChanges {
  readonly renamed: { readonly id: number; readonly name: string }
  /** Name of the created image. */
  readonly created: string
  readonly deleted: number
  readonly project: string
}

const NEW_KEY = 'sk-journey-renewed-4f81aa'
/** Unsent changes of `changeOffline`: a rename, a deletion, a create. */
export const UNSENT_CHANGES = 3
const SHORT_MS = 60_000

/** Returns the newest images that will not be favorites, so that their places do not change. */
function findOthers({ service }: Ground): { readonly id: number; readonly place: number }[] {
  const newestFirst = [...service.truth.images.values()].toSorted((a, b) => b.id - a.id)
  return newestFirst.flatMap(({ id, style }, index) => (style === STYLE ? [] : [{ id, place: index + 1 }]))
}

/** Offline: renames, deletes, undoes, deletes again, and creates. All changes are pending afterwards. */
export async function changeOffline(ground: Ground): Promise<ExpectedChanges> {
  const page = ground.page()
  const { seed } = ground.options
  const [toRename, toDelete] = findOthers(ground)
  const [project] = [...ground.service.truth.projects.keys()].toSorted()
  if (toRename === undefined || toDelete === undefined || project === undefined)
    throw new Error('The service has too few records for a full journey.')
  const renamed = { id: toRename.id, name: `Renamed on the way, ${seed}` }
  await renameByTyping(page, toRename.place, renamed.name)
  await waitForStatus(page, ({ waiting }) => waiting === 1, SHORT_MS)
  await deleteByKey(page, toDelete.place)
  await waitForStatus(page, ({ waiting }) => waiting === 2, SHORT_MS)
  await undoDeletion(page)
  await waitForStatus(page, ({ waiting }) => waiting === 1, SHORT_MS)
  await deleteByKey(page, toDelete.place)
  const created = `Made on the way, ${seed}`
  await createByTyping(page, {
    name: created,
    description: 'A paper boat on a map',
    resolution: copy.facets.resolution.values['512x512']
  })
  await waitForStatus(page, ({ waiting }) => waiting === UNSENT_CHANGES, SHORT_MS)
  return { renamed, created, deleted: toDelete.id, project }
}

/** Changes the key of the service, and types it where the app requests it. */
export async function replaceKey(ground: Ground): Promise<void> {
  const { service, say } = ground
  const page = ground.page()
  service.change({ imagesKey: NEW_KEY })
  await waitForStatus(page, ({ images }) => images.state === 'signed-out', SHORT_MS)
  say('the key is rejected; entering a new one')
  await enterNewKey(page, NEW_KEY)
  await waitForStatus(page, ({ images }) => images.state !== 'signed-out', SHORT_MS)
}

/** Deletes the project, and waits until no change is pending. */
export async function deleteProject(ground: Ground, { project }: ExpectedChanges): Promise<void> {
  await deleteProjectByMenu(ground.page(), project)
  await settle(ground)
}

/** Waits until no change is pending. Retries creates and project deletions without a response where the app asks. */
export async function settle(ground: Ground): Promise<void> {
  const page = ground.page()
  for (;;) {
    const status = await waitForStatus(
      page,
      ({ waiting, needsAttention }) => waiting === 0 || needsAttention > 0,
      patienceMs(ground)
    )
    if (status.needsAttention === 0) return
    ground.say(`${status.needsAttention} need attention`)
    await sendAgainByHand(page)
    await waitForStatus(page, ({ needsAttention }) => needsAttention < status.needsAttention, SHORT_MS)
  }
}
