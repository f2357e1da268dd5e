/**
 * Identifies the owner of the key in use. Entries of one owner are never sent with another owner's key: a new key is
 * compared with what this library knows. If nothing can be compared and changes are pending, the user is asked once.
 */
import type { Group } from '../../../shared/sync-status.ts'
import { type Outcome, isInconclusive, shownBy } from '../domain/outcome.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { listImages, showImage } from '../service/images.ts'
import { listProjects } from '../service/projects.ts'
import { inTransaction } from '../storage/database.ts'
import * as owners from '../storage/key-owners.ts'
import { wasEverRead } from '../storage/passes.ts'
import { hasComparableProjects, isKnownProject } from '../storage/projects.ts'
import { findRecord, imageNameOf, newestKnownIds } from '../storage/records.ts'
import type { KeyOwner } from './availability.ts'
import type { Parts } from './group-parts.ts'

/** Images returned by the service; `requestedAt`: `nextSequence` when they were requested. */
interface Received {
  readonly records: readonly ServiceImage[]
  readonly requestSequence: number
}

/**
 * The result of a comparison: the record that the key reads and that matches a local one. `nothing`: no record is known
 * on both sides. `inconclusive`: no comparable record could be read. `null`: not known, because nothing may be sent now.
 */
type Proof = { readonly same: number } | 'other' | 'nothing' | 'inconclusive' | null

/** Known ids that are shown if the list contains none of them. */
const MAX_SHOWN = 3

/**
 * Returns the owner of a key that was used before; `null` for any other key. Needs no request, so the owner is known at
 * once. Intents recorded before a new key's owner is known do not belong to the previous owner. Without a key nothing
 * changes.
 */
export function knownKeyOwner({ db, group }: Pick<Parts, 'db' | 'group'>, hash: string | null): KeyOwner | null {
  const known = owners.ownerOfKey(db, group, hash ?? '')
  if (known !== null) return adoptKnown({ db, group }, known)
  if (hash !== null) owners.noteUndecidedKey(db, group)
  return null
}

/**
 * Identifies the owner of a new key. Returns `unknown` if nothing may be sent now or no comparable record could be
 * read; with `isLast`, such a failure counts as no comparison.
 */
export async function findKeyOwner(
  ports: Parts,
  hash: string,
  { isLast }: { readonly isLast: boolean }
): Promise<KeyOwner> {
  const { db, group } = ports
  const current = owners.currentOwner(db, group)
  // A key that has read nothing has no account: pending changes belong to the first key that is accepted.
  if (current === null || !wasEverRead(db, group)) return adopt(ports, { hash, owner: current })
  const received: Received[] = []
  const proof = await (group === 'images' ? compareImages(ports, received) : compareProjects(ports))
  if (proof === null || (proof === 'inconclusive' && !isLast)) return 'unknown'
  if (typeof proof === 'object') {
    const owner = owners.ownerOfRecord(db, group, proof.same)
    const adopted = adoptKnown(ports, owners.addKeyOwner(db, group, { hash, owner }))
    // Store the returned results, so that older ones are never sent back.
    if (adopted === 'ours')
      for (const { records, requestSequence } of received)
        await ports.mirror.takePage({ records }, { requestSequence, pass: null })
    return adopted
  }
  if (owners.countWaitingEntries(db, group) === 0) return adopt(ports, { hash, owner: null }, proof !== 'other')
  return proof === 'other' ? 'other' : 'undetermined'
}

/** Stores the user's decision: the key belongs to the owner of the pending changes, or to another one. */
export function rememberOwner({ db, group }: Pick<Parts, 'db' | 'group'>, hash: string, isSame: boolean): void {
  const known = owners.ownerOfKey(db, group, hash)
  if (known !== null) owners.decideOwners(db, group, { owner: known, isSame })
  else owners.addKeyOwner(db, group, { hash, owner: isSame ? owners.currentOwner(db, group) : null })
}

/**
 * Records of two accounts never mix in one library while changes are pending for either. If it is unknown whether they
 * are two, the user is asked.
 */
function adoptKnown({ db, group }: Pick<Parts, 'db' | 'group'>, known: number): KeyOwner {
  if (owners.hasEntriesOfOthers(db, group, known))
    return owners.mayBeSameOwner(db, group, known) ? 'undetermined' : 'other'
  owners.setCurrentOwner(db, group, known)
  return 'ours'
}

/**
 * Accepts a key. `owner`: `null` for a new one. `isUncompared`: it is unknown whether it is one of the earlier owners.
 */
function adopt({ db, group }: Parts, key: { hash: string; owner: number | null }, isUncompared = false): KeyOwner {
  inTransaction(db, () => {
    const owner = owners.addKeyOwner(db, group, key)
    if (isUncompared) owners.noteUncompared(db, group, owner)
    owners.setCurrentOwner(db, group, owner)
  })
  return 'ours'
}

/** Compares one list page and up to three known records; one readable match is proof. */
async function compareImages(ports: Parts, received: Received[]): Promise<Proof> {
  const { client, requests, db } = ports
  const ids = newestKnownIds(db, MAX_SHOWN)
  if (ids.length === 0) return 'nothing'
  const send = () => listImages(client, { sortBy: 'id', sort: 'desc', perPage: 100, page: 1 })
  const listed = await requests.run({ lane: 'pull', requestClass: 'read', about: 'list', send })
  if (listed?.outcome.kind !== 'applied') return null
  const { records = [] } = listed.outcome.value ?? {}
  received.push({ records, requestSequence: listed.requestSequence })
  const proofs = records.map((image) => compare(ports, image))
  return proofs.find((proof) => typeof proof === 'object') ?? compareShown(ports, ids, received)
}

async function compareShown(ports: Parts, ids: readonly string[], received: Received[]): Promise<Proof> {
  const { client, requests } = ports
  const proofs: Proof[] = []
  for (const id of ids) {
    const send = () => showImage(client, { id })
    const shown = await requests.run({ lane: 'pull', requestClass: 'read', about: 'record', send })
    const proof = shown === null ? null : proofOf(ports, shown.outcome)
    // A record that the service fails to show says nothing, but the next one may.
    if (shown !== null && isInconclusive(shown.outcome)) continue
    const image = shown === null ? null : shownBy(shown.outcome)
    if (shown !== null && image !== null) received.push({ records: [image], requestSequence: shown.requestSequence })
    if (proof === null || typeof proof === 'object') return proof
    proofs.push(proof)
  }
  if (proofs.length < ids.length) return 'inconclusive'
  return proofs.includes('nothing') ? 'nothing' : 'other'
}

/**
 * Compares one list page. A project has no id besides its name, which another account may use too, so the creation date
 * is compared as well.
 */
async function compareProjects({ client, requests, db }: Parts): Promise<Proof> {
  if (!hasComparableProjects(db)) return 'nothing'
  const send = () => listProjects(client, { sortBy: 'project', sort: 'asc', perPage: 100, page: 1 })
  const listed = await requests.run({ lane: 'pull', requestClass: 'read', about: 'list', send })
  if (listed?.outcome.kind !== 'applied') return null
  const known = listed.outcome.value?.records.find((project) => isKnownProject(db, project))
  return known === undefined ? 'other' : same(db, 'projects', known.project.toWellFormed())
}

function proofOf(ports: Parts, outcome: Outcome<ServiceImage>): Proof {
  if (outcome.kind === 'gone' || outcome.kind === 'rejected') return 'other'
  const image = shownBy(outcome)
  return image === null ? null : compare(ports, image)
}

function compare({ db }: Parts, image: ServiceImage): Exclude<Proof, null> {
  const [known, shown] = [imageNameOf(db, image.id), image.fields.name ?? null]
  if (known === null || shown === null) return 'nothing'
  return known === shown ? same(db, 'images', image.id) : 'other'
}

/** Returns the matching record; `nothing` if it is not known here. */
function same(db: Parts['db'], group: Group, serviceId: string): Exclude<Proof, null> {
  const record = findRecord(db, group, serviceId)
  return record === null ? 'nothing' : { same: record }
}
