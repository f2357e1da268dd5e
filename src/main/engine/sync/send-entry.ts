/**
 * Builds and sends the one request of an entry, by its kind, with a body from the current mirror. Also cancels the
 * second request of an operation if its conditions changed after the first.
 */
import type { Send, SendFailure } from '../../../shared/send.ts'
import type { PushEntry } from '../domain/entry.ts'
import { fateOfResults } from '../domain/record-changes.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { deleteImage } from '../service/images.ts'
import { deleteProject } from '../service/projects.ts'
import { knownResults, readResults } from '../service/results-carrier.ts'
import type { ServiceResult, ServiceClient } from '../service/service-client.ts'
import { type UpdateResult, type UpdateImageArgs, updateImage } from '../service/update-image.ts'
import { resultsOf } from '../storage/records.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import type { Parts } from './group-parts.ts'

export interface EntryResponse extends ServiceResult<ServiceImage | null> {
  /** What an update carried as `results`; `null` if it carries none, and if nothing was sent. */
  readonly along: UpdateResult['along']
}

export interface EntrySending {
  readonly entry: PushEntry
  /** The favorite of the same record that is sent with a rename. */
  readonly companion: PushEntry['companion']
  /** The id that addresses a project instead of its name. */
  readonly projectId: string | null
}

/** Sends the request of an entry. Returns the image in the response, if any. */
export function sendEntry(
  client: ServiceClient,
  { entry, companion, projectId }: EntrySending
): Promise<EntryResponse> {
  const { serviceId: id, mirror } = entry
  if (entry.kind === 'delete') return carryingNothing(deleteImage(client, { id }))
  if (entry.kind === 'delete-project') return carryingNothing(deleteProject(client, { project: id, id: projectId }))
  if (entry.saved !== null) return updateImage(client, writingBack(client, entry, entry.saved))
  if (entry.kind === 'favorite')
    return updateImage(client, { id, favorite: entry.want, known: mirror, ...nameOf(client, entry) })
  const favorite = companion?.want ?? mirror.favorite ?? false
  return updateImage(client, { id, name: entry.name ?? '', nameBefore: mirror.name, favorite, known: mirror })
}

/** Returns the name as it was last read if an update without a name would empty it. */
function nameOf(
  { dialect }: ServiceClient,
  { mirror: { name } }: PushEntry
): Pick<UpdateImageArgs, 'name' | 'nameBefore'> {
  return dialect.get('update.name') === 'sent' && name !== null && name !== '' ? { name, nameBefore: name } : {}
}

/**
 * Returns an update with every saved value that the interface can write, overridden by the desired ones. Results that
 * the record got since are newer than the saved ones, so they are sent instead.
 */
function writingBack(client: ServiceClient, entry: PushEntry, saved: ServiceImage): UpdateImageArgs {
  const { serviceId: id, kind, want, name, mirror } = entry
  const { fields } = saved
  const isLost = fateOfResults(fields.results, readResults(mirror) ?? undefined) === 'lost'
  const known = isLost ? knownResults(saved) : mirror
  const favorite = kind === 'favorite' ? want : (fields.favorite ?? false)
  // If only results are written back, the saved record has no name.
  if (name === null && fields.name === undefined) return { id, favorite, known, ...nameOf(client, entry) }
  return { id, name: name ?? fields.name ?? '', nameBefore: mirror.name, favorite, known }
}

async function carryingNothing(sending: Promise<ServiceResult<ServiceImage | null>>): Promise<EntryResponse> {
  return { ...(await sending), along: null }
}

/**
 * The result of a request that was kept back, so that the whole operation is repeated. The first request had no effect,
 * or there was only one.
 */
const NOT_SENT: SendFailure = {
  kind: 'failed',
  code: 'canceled',
  wasSent: false,
  host: '',
  location: null,
  detail: ''
}

/** Returns a send port that sends only while `mayLeave` returns true. */
export function sendWhile(mayLeave: () => boolean, send: Send): Send {
  return (request) => (mayLeave() ? send(request) : Promise.resolve(NOT_SENT))
}

/** Returns whether the results that an update carries are still the last ones read. */
export function hasLastResults({ db, requests }: Pick<Parts, 'db' | 'requests'>, entry: PushEntry): boolean {
  const known = requests.isOver ? null : tryStorage(() => resultsOf(db, entry.record))
  return known?.ok === true && known.value === entry.mirror.results
}
