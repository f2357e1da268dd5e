/**
 * The one request that an entry makes, by its kind. The body is built now, from what the mirror holds now. And what becomes
 * of the second request of an operation when something has happened since its first one.
 */
import type { Send, SendFailure } from '../../../shared/send.ts'
import type { PushEntry } from '../domain/entry.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { deleteImage } from '../service/images.ts'
import { deleteProject } from '../service/projects.ts'
import type { Answered, ServiceClient } from '../service/service-client.ts'
import { type UpdateAnswered, type UpdateImageArgs, updateImage } from '../service/update-image.ts'
import { knownResults } from '../service/results-carrier.ts'
import { resultsOf } from '../storage/known-images.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import type { Parts } from './group-parts.ts'

export interface EntryAnswered extends Answered<ServiceImage | null> {
  /** What an update carried for `results`; null for what carries none, and when nothing was sent. */
  readonly along: UpdateAnswered['along']
}

export interface EntrySending {
  readonly entry: PushEntry
  /** The favorite of the same record that goes along with a rename. */
  readonly companion: PushEntry['companion']
  /** What a project is deleted by instead of its name. */
  readonly projectId: string | null
}

/** Answers the image that was shown, if any. */
export function sendEntry(
  client: ServiceClient,
  { entry, companion, projectId }: EntrySending
): Promise<EntryAnswered> {
  const { serviceId: id, mirror } = entry
  if (entry.kind === 'delete') return carryingNothing(deleteImage(client, { id }))
  if (entry.kind === 'delete-project') return carryingNothing(deleteProject(client, { project: id, id: projectId }))
  if (entry.saved !== null) return updateImage(client, writingBack(client, entry, entry.saved))
  if (entry.kind === 'favorite')
    return updateImage(client, { id, favorite: entry.want, known: mirror, ...nameOf(client, entry) })
  const favorite = companion?.want ?? mirror.favorite ?? false
  return updateImage(client, { id, name: entry.name ?? '', nameBefore: mirror.name, favorite, known: mirror })
}

/** Where an update without the name empties it, the name goes along as it was last read. */
function nameOf(
  { dialect }: ServiceClient,
  { mirror: { name } }: PushEntry
): Pick<UpdateImageArgs, 'name' | 'nameBefore'> {
  return dialect.get('update.name') === 'sent' && name !== null && name !== '' ? { name, nameBefore: name } : {}
}

/** Every saved value that the interface lets us write, with what was wanted over it. */
function writingBack(client: ServiceClient, entry: PushEntry, saved: ServiceImage): UpdateImageArgs {
  const { serviceId: id, kind, want, name, mirror } = entry
  const { fields } = saved
  const known = knownResults(saved)
  const favorite = kind === 'favorite' ? want : (fields.favorite ?? false)
  // Where only results are brought back the saved record has no name here.
  if (name === null && fields.name === undefined) return { id, favorite, known, ...nameOf(client, entry) }
  return { id, name: name ?? fields.name ?? '', nameBefore: mirror.name, favorite, known }
}

async function carryingNothing(sending: Promise<Answered<ServiceImage | null>>): Promise<EntryAnswered> {
  return { ...(await sending), along: null }
}

/** It is kept back, and the whole operation comes again. The first one has done nothing, or there were no second. */
const NOT_SENT: SendFailure = {
  kind: 'failed',
  code: 'cancelled',
  wasSent: false,
  host: '',
  location: null,
  detail: ''
}

/** Sends as long as it may. */
export function sendWhile(mayLeave: () => boolean, send: Send): Send {
  return (request) => (mayLeave() ? send(request) : Promise.resolve(NOT_SENT))
}

/** Whether the results that an update carries are still those last read. */
export function hasLastResults({ db, requests }: Pick<Parts, 'db' | 'requests'>, entry: PushEntry): boolean {
  const known = requests.isOver ? null : tryStorage(() => resultsOf(db, entry.record))
  return known?.ok === true && known.value === entry.mirror.results
}
