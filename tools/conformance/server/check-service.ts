/** Checks a real service with the app's client and sender. */
import { findingLine, findingText } from '../../../src/copy/diagnosis.ts'
import { failureSentence } from '../../../src/copy/failures.ts'
import type { Outcome } from '../../../src/main/engine/domain/outcome.ts'
import type { ServiceImage } from '../../../src/main/engine/domain/service-records.ts'
import { askImages } from '../../../src/main/engine/service/diagnosis/images-questions.ts'
import { type Ask, askProjects } from '../../../src/main/engine/service/diagnosis/list-questions.ts'
import { createDialect } from '../../../src/main/engine/service/dialect.ts'
import { deleteImage, listImages, showImage, storeImage } from '../../../src/main/engine/service/images.ts'
import type { ServiceClient } from '../../../src/main/engine/service/service-client.ts'
import { updateImage } from '../../../src/main/engine/service/update-image.ts'
import { Secret } from '../../../src/main/secrets/secret.ts'
import { type Finding, type Severity, verdictOf } from '../../../src/shared/diagnosis.ts'
import { GROUPS, type Group } from '../../../src/shared/sync-status.ts'
import { keySlots, openNetwork, type Network } from '../peer.ts'

export interface CheckPlan {
  /** Normalized base addresses. */
  readonly addresses: Readonly<Record<Group, string>>
  readonly keys: Readonly<Record<Group, Secret>>
  readonly triesBadKey: boolean
  /** Name of an image to create and delete; `null` to write nothing. */
  readonly createAs: string | null
}

const BAD_KEY = 'nobody-has-this-key-0000'

export async function checkService(plan: CheckPlan): Promise<ServiceReport> {
  const network = openNetwork(keySlots(plan.addresses, plan.keys))
  const badKeys = { images: new Secret(BAD_KEY), projects: new Secret(BAD_KEY) }
  const badNetwork = openNetwork(keySlots(plan.addresses, badKeys))
  const dialects = { images: createDialect(), projects: createDialect() }
  const clientFor = (group: Group, { send }: Network): ServiceClient => ({
    send,
    slot: group,
    address: plan.addresses[group],
    dialect: dialects[group],
    now: () => Date.now()
  })
  const images = clientFor('images', network)
  try {
    const findings: Record<Group, Finding[]> = { images: [], projects: [] }
    const immediately: Ask = (_about, send) => send()
    const into = (group: Group) => ({
      ask: immediately,
      report: (found: readonly Finding[]) => findings[group].push(...found)
    })
    await askImages({ client: images, ...into('images') })
    await askProjects({ client: clientFor('projects', network), ...into('projects') })
    const more = []
    if (plan.triesBadKey) more.push(await checkBadKey(clientFor('images', badNetwork)))
    const canList = findings.images[0]?.kind === 'list.shown'
    if (plan.createAs !== null && canList) more.push(...(await checkWrites(images, plan.createAs)))
    return { findings, more, learned: GROUPS.map((group) => `${group}: ${learnedText(dialects[group].all())}`) }
  } finally {
    await Promise.all([network.close(), badNetwork.close()])
  }
}

function learnedText(traits: Readonly<Record<string, string>>): string {
  const words = Object.entries(traits).map(([trait, value]) => `${trait}=${value}`)
  return words.length === 0 ? 'nothing learned.' : `learned ${words.join(', ')}.`
}

const FORM = { description: 'A plain gray square, made to test a connection', resolution: '256x256' } as const

const row = (check: string, severity: Severity, found: string): Row => ({ group: 'images', check, severity, found })

/** `name` must be unique. Reports the ID of the image if it could not be deleted. */
async function checkWrites(client: ServiceClient, name: string): Promise<readonly Row[]> {
  const { outcome } = await storeImage(client, { ...FORM, name })
  const made = await madeRecord(client, name, outcome)
  if (made === null)
    return [
      row(
        'Create',
        outcome.kind === 'rejected' ? 'degraded' : 'failed',
        `No image found: ${failureText(outcome, 'images')}`
      )
    ]
  const created = row('Create', 'ok', outcome.kind === 'applied' ? 'In the response.' : 'In the list afterwards.')
  try {
    return [created, ...(await updateRows(client, made)), await deleteRow(client, made.id)]
  } catch (error) {
    throw new Error(`Couldn’t delete the created image ${made.id}.`, { cause: error })
  }
}

/** Returns the image of the response, otherwise the one of this name in the list. */
async function madeRecord(
  client: ServiceClient,
  name: string,
  outcome: Outcome<ServiceImage>
): Promise<ServiceImage | null> {
  if (outcome.kind === 'applied' && outcome.value !== null) return outcome.value
  if (outcome.kind === 'rejected') return null
  const listed = (await listImages(client, { perPage: 25, page: 1, sortBy: 'id', sort: 'desc' })).outcome
  const records = listed.kind === 'applied' ? (listed.value?.records ?? []) : []
  return records.find(({ fields }) => fields.name === name) ?? null
}

async function updateRows(client: ServiceClient, made: ServiceImage): Promise<readonly Row[]> {
  const { id } = made
  const { results, result = null, url = null } = made.fields
  const known = { results: results === undefined ? null : JSON.stringify(results), result, url }
  const update = (await updateImage(client, { id, favorite: true, known })).outcome
  if (update.kind !== 'applied') return [row('Favorite', 'failed', `Rejected: ${failureText(update, 'images')}`)]
  const shown = (await showImage(client, { id })).outcome
  const after = shown.kind === 'applied' ? shown.value?.fields : undefined
  const isKept = after?.name === made.fields.name
  return [
    after?.favorite === false
      ? row('Favorite', 'failed', 'Accepted, but the image is unchanged.')
      : row('Favorite', 'ok', `Accepted with ${methodOf(client)}.`),
    isKept
      ? row('Other fields', 'ok', 'Unchanged by an update.')
      : row('Other fields', 'failed', 'The name is lost: an update replaces the record.')
  ]
}

function methodOf({ dialect }: ServiceClient): string {
  const method = dialect.get('update.method')
  return dialect.get('verbs') === 'spoofed' ? `POST instead of ${method}` : method
}

async function deleteRow(client: ServiceClient, id: string): Promise<Row> {
  const { outcome } = await deleteImage(client, { id })
  const shown = (await showImage(client, { id })).outcome
  if (shown.kind === 'gone') return row('Delete', 'ok', 'Gone afterwards.')
  const isDone = outcome.kind === 'applied'
  const why = isDone ? 'The deletion was accepted, but the image still exists.' : failureText(outcome, 'images')
  return row('Delete', 'failed', `Delete image ${id} yourself. ${why}`)
}

/** `client` sends a wrong key. */
async function checkBadKey(client: ServiceClient): Promise<Row> {
  const { outcome } = await listImages(client, { perPage: 10 })
  const check = 'Wrong key'
  if (outcome.kind === 'signed-out') return row(check, 'ok', 'Rejected with 401.')
  if (outcome.kind === 'applied') return row(check, 'failed', 'Accepted: anyone can read this library.')
  return row(check, 'degraded', `Not reported as one: ${failureText(outcome, 'images')}`)
}

/** Returns the app's headline of a failure, with the status. */
function failureText(outcome: Outcome<unknown>, group: Group): string {
  if (outcome.kind === 'applied') return 'Accepted.'
  const { headline } = failureSentence(outcome.failure, group)
  const { status } = outcome.failure
  return status === undefined ? `${headline}.` : `${headline} (${status}).`
}

interface Row {
  readonly group: Group
  readonly check: string
  readonly severity: Severity
  /** A short sentence. */
  readonly found: string
}

export interface ServiceReport {
  readonly findings: Readonly<Record<Group, readonly Finding[]>>
  /** Checks that only this command makes: a wrong key, and writes. */
  readonly more: readonly Row[]
  /** Traits that the app would remember, one line per group. */
  readonly learned: readonly string[]
}

const SIGNS: Readonly<Record<Severity, string>> = {
  ok: 'yes',
  handled: 'ok',
  degraded: 'poor',
  failed: 'NO',
  unknown: '-'
}

/** Returns the lines of the table and the verdict. */
export function reportLines(answers: ServiceReport): readonly string[] {
  const rows = [...rowsOf(answers, 'images'), ...rowsOf(answers, 'projects'), ...answers.more]
  const width = Math.max(...rows.map(({ check }) => check.length), 5)
  return [
    `${'group'.padEnd(8)}  ${'check'.padEnd(width)}        result`,
    ...rows.map(
      ({ group, check, severity, found }) =>
        `${group.padEnd(8)}  ${check.padEnd(width)}  ${SIGNS[severity].padEnd(4)}  ${found}`
    ),
    '',
    ...answers.learned,
    '',
    ...verdictLines(rows, isCompatible(answers))
  ]
}

/** Whether all checks finished and the app can work with the service. */
export function isCompatible({ findings, more }: ServiceReport): boolean {
  const verdicts = [verdictOf(findings.images), verdictOf(findings.projects)]
  const isOpen = verdicts.some((verdict) => verdict === 'incompatible' || verdict === 'unclear')
  return !isOpen && more.every(({ severity }) => severity !== 'failed')
}

const rowsOf = ({ findings }: ServiceReport, group: Group): readonly Row[] =>
  findings[group].map((finding) => {
    const { asked, severity, came, advice } = findingText(finding, group)
    return { group, check: asked, severity, found: findingLine({ came, advice }) }
  })

function verdictLines(rows: readonly Row[], isGood: boolean): readonly string[] {
  const of = (severity: Severity): readonly string[] =>
    rows.filter((found) => found.severity === severity).map(({ group, found }) => `  ${group}: ${found}`)
  const [bad, poor] = [of('failed'), of('degraded')]
  if (bad.length > 0) return ['Proofsheet can’t work with this service:', ...bad]
  if (!isGood) return ['Can’t tell right now whether Proofsheet works with this service:', ...of('unknown')]
  if (poor.length === 0) return ['Proofsheet works with this service.']
  return ['Proofsheet works with this service, with limits:', ...poor]
}
