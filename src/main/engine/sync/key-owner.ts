/**
 * Whose key is in use. Entries of one owner are never sent with the key of another: a key never seen before is
 * compared with what this library knows. Where nothing can be compared and something waits, the user is asked once.
 */
import type { Group } from '../../../shared/sync-status.ts'
import { type Outcome, isTroubled, shownBy } from '../domain/outcome.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import { listImages, showImage } from '../service/images.ts'
import { listProjects } from '../service/projects.ts'
import { inTransaction } from '../storage/database.ts'
import * as owners from '../storage/key-owners.ts'
import { imageNameOf, newestKnownIds } from '../storage/known-images.ts'
import { findRecord } from '../storage/records.ts'
import { wasEverRead } from '../storage/passes.ts'
import { hasComparableProjects, isKnownProject } from '../storage/projects.ts'
import type { KeyOwner } from './standing.ts'
import type { Parts } from './group-parts.ts'

/** What was told of images; `askedAt`: `nextTick` when it was asked for. */
interface Heard {
  readonly records: readonly ServiceImage[]
  readonly askedAt: number
}

/**
 * The record that it reads and that is the same here. `nothing`: there is nothing that both sides tell. `troubled`: what
 * could tell was not shown. null = not found out, as nothing may be sent now.
 */
type Proof = { readonly same: number } | 'other' | 'nothing' | 'troubled' | null

/** Known ids that are shown when the list has none of them. */
const SHOWN = 3

/**
 * Of a key that was used before; null for any other one. Nothing is asked for it, so that it is known at once. What is
 * wanted until another one is found out is not of the owner before. Without any key everything stays as it was.
 */
export function knownKeyOwner({ db, group }: Pick<Parts, 'db' | 'group'>, hash: string | null): KeyOwner | null {
  const known = owners.ownerOfKey(db, group, hash ?? '')
  if (known !== null) return adoptKnown({ db, group }, known)
  if (hash !== null) owners.noteUndecidedKey(db, group)
  return null
}

/**
 * Of a key that was never used. `unknown` when nothing may be sent now to find out, or what could tell was not shown;
 * `isLast`: then nothing tells.
 */
export async function findKeyOwner(
  ports: Parts,
  hash: string,
  { isLast }: { readonly isLast: boolean }
): Promise<KeyOwner> {
  const { db, group } = ports
  const current = owners.currentOwner(db, group)
  // A key that read nothing has no account: what waits was made for whichever key is the first to be taken.
  if (current === null || !wasEverRead(db, group)) return adopt(ports, { hash, owner: current })
  const heard: Heard[] = []
  const proof = await (group === 'images' ? compareImages(ports, heard) : compareProjects(ports))
  if (proof === null || (proof === 'troubled' && !isLast)) return 'unknown'
  if (typeof proof === 'object') {
    const owner = owners.ownerOfRecord(db, group, proof.same)
    const adopted = adoptKnown(ports, owners.addKeyOwner(db, group, { hash, owner }))
    // Results that were told must not be sent back as they were before.
    if (adopted === 'ours')
      for (const { records, askedAt } of heard) await ports.mirror.takePage({ records }, { askedAt, pass: null })
    return adopted
  }
  if (owners.countWaitingEntries(db, group) === 0) return adopt(ports, { hash, owner: null }, proof !== 'other')
  return proof === 'other' ? 'other' : 'asking'
}

/** Keeps the user's answer about a key: it is of the owner of what waits, or of another one. */
export function rememberOwner({ db, group }: Pick<Parts, 'db' | 'group'>, hash: string, isSame: boolean): void {
  const known = owners.ownerOfKey(db, group, hash)
  if (known !== null) owners.decideOwners(db, group, { owner: known, isSame })
  else owners.addKeyOwner(db, group, { hash, owner: isSame ? owners.currentOwner(db, group) : null })
}

/**
 * The records of two accounts never mix in one library while anything waits for one of them. Where nothing could tell
 * whether they are two, the user is asked.
 */
function adoptKnown({ db, group }: Pick<Parts, 'db' | 'group'>, known: number): KeyOwner {
  if (owners.hasEntriesOfOthers(db, group, known)) return owners.mayBeSameOwner(db, group, known) ? 'asking' : 'other'
  owners.setCurrentOwner(db, group, known)
  return 'ours'
}

/** `owner` null = a new one. `isUncompared`: nothing could tell whether it is one of those before. */
function adopt({ db, group }: Parts, key: { hash: string; owner: number | null }, isUncompared = false): KeyOwner {
  inTransaction(db, () => {
    const owner = owners.addKeyOwner(db, group, key)
    if (isUncompared) owners.noteUncompared(db, group, owner)
    owners.setCurrentOwner(db, group, owner)
  })
  return 'ours'
}

/** One list page and up to three known records: one that is readable and the same is proof. */
async function compareImages(ports: Parts, heard: Heard[]): Promise<Proof> {
  const { client, requests, db } = ports
  const ids = newestKnownIds(db, SHOWN)
  if (ids.length === 0) return 'nothing'
  const send = () => listImages(client, { sortBy: 'id', sort: 'desc', perPage: 100, page: 1 })
  const listed = await requests.run({ lane: 'pull', way: 'read', about: 'list', send })
  if (listed?.outcome.kind !== 'applied') return null
  const { records = [] } = listed.outcome.value ?? {}
  heard.push({ records, askedAt: listed.askedAt })
  const proofs = records.map((image) => compare(ports, image))
  return proofs.find((proof) => typeof proof === 'object') ?? compareShown(ports, ids, heard)
}

async function compareShown(ports: Parts, ids: readonly string[], heard: Heard[]): Promise<Proof> {
  const { client, requests } = ports
  const proofs: Proof[] = []
  for (const id of ids) {
    const send = () => showImage(client, { id })
    const shown = await requests.run({ lane: 'pull', way: 'read', about: 'record', send })
    const proof = shown === null ? null : proofOf(ports, shown.outcome)
    // One that the service fails to show tells nothing, and the next one may.
    if (shown !== null && isTroubled(shown.outcome)) continue
    const image = shown === null ? null : shownBy(shown.outcome)
    if (shown !== null && image !== null) heard.push({ records: [image], askedAt: shown.askedAt })
    if (proof === null || typeof proof === 'object') return proof
    proofs.push(proof)
  }
  if (proofs.length < ids.length) return 'troubled'
  return proofs.includes('nothing') ? 'nothing' : 'other'
}

/**
 * One list page: a project has no id beside its name, which somebody else may use as well, so when it was created is
 * compared, too.
 */
async function compareProjects({ client, requests, db }: Parts): Promise<Proof> {
  if (!hasComparableProjects(db)) return 'nothing'
  const send = () => listProjects(client, { sortBy: 'project', sort: 'asc', perPage: 100, page: 1 })
  const listed = await requests.run({ lane: 'pull', way: 'read', about: 'list', send })
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

/** Nothing is the same of what is not known here. */
function same(db: Parts['db'], group: Group, serviceId: string): Exclude<Proof, null> {
  const record = findRecord(db, group, serviceId)
  return record === null ? 'nothing' : { same: record }
}
