/**
 * Whose key is in use. Entries of one owner are never sent with the key of another: a key never seen before is
 * compared with what this library knows, as soon as something waits that could be sent to the wrong account.
 */
import type { Group } from '../../../shared/sync-status.ts'
import type { Outcome } from '../domain/outcome.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { listImages, showImage } from '../service/images.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { WriteDb } from '../storage/database.ts'
import { addKeyOwner, countWaitingEntries, currentOwner, ownerOfKey, setCurrentOwner } from '../storage/key-owners.ts'
import { imageNameOf, newestKnownIds } from '../storage/known-images.ts'
import type { Requests } from './requests.ts'
import type { KeyOwner } from './standing.ts'

export interface KeyOwnerPorts {
  readonly db: WriteDb
  readonly group: Group
  readonly client: ServiceClient
  readonly requests: Requests
}

/** Known ids that are shown when the list has none of them. */
const SHOWN = 3

/** `unknown` when nothing may be sent now to find out. */
export async function findKeyOwner(ports: KeyOwnerPorts, hash: string): Promise<KeyOwner> {
  const { db, group } = ports
  const known = ownerOfKey(db, group, hash)
  if (known !== null) return adopt(ports, hash, known)
  const current = currentOwner(db, group)
  if (current === null || countWaitingEntries(db, group) === 0) return adopt(ports, hash, null)
  const isSame = group === 'images' ? await readsOurs(ports) : true
  if (isSame === null) return 'unknown'
  return isSame ? adopt(ports, hash, current) : 'other'
}

function adopt({ db, group }: KeyOwnerPorts, hash: string, owner: number | null): KeyOwner {
  setCurrentOwner(db, group, addKeyOwner(db, group, { hash, owner }))
  return 'ours'
}

/** One list page and up to three known records: one that is readable and the same is proof. null = not found out. */
async function readsOurs(ports: KeyOwnerPorts): Promise<boolean | null> {
  const { client, requests, db } = ports
  const send = () => listImages(client, { sortBy: 'id', sort: 'desc', perPage: 100, page: 1 })
  const listed = await requests.run({ lane: 'pull', way: 'read', about: 'list', send })
  if (listed?.outcome.kind !== 'applied') return null
  if (listed.outcome.value?.records.some((image) => isOurs(ports, image)) === true) return true
  for (const id of newestKnownIds(db, SHOWN)) {
    const shown = await requests.run({
      lane: 'pull',
      way: 'read',
      about: 'record',
      send: () => showImage(client, { id })
    })
    const isProof = shown === null ? null : provesOwner(ports, shown.outcome)
    if (isProof !== false) return isProof
  }
  return false
}

function provesOwner(ports: KeyOwnerPorts, outcome: Outcome<ServiceImage>): boolean | null {
  if (outcome.kind === 'gone' || outcome.kind === 'rejected') return false
  if (outcome.kind !== 'applied' || outcome.value === null) return null
  return isOurs(ports, outcome.value)
}

function isOurs({ db }: KeyOwnerPorts, image: ServiceImage): boolean {
  const known = imageNameOf(db, image.id)
  return known !== null && known === (image.fields.name ?? null)
}
