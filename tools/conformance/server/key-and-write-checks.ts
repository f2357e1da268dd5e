/** Checks a wrong key, and writes to a real service on one image that is created for this and deleted at the end. */
import type { Outcome } from '../../../src/main/engine/domain/outcome.ts'
import type { ServiceImage } from '../../../src/main/engine/domain/service-records.ts'
import { deleteImage, listImages, showImage, storeImage } from '../../../src/main/engine/service/images.ts'
import type { ServiceClient } from '../../../src/main/engine/service/service-client.ts'
import { updateImage } from '../../../src/main/engine/service/update-image.ts'
import { failureSentence } from '../../../src/copy/failures.ts'
import type { Severity } from '../../../src/shared/diagnosis.ts'
import type { Group } from '../../../src/shared/sync-status.ts'
import type { Row } from './service-report.ts'

const FORM = { description: 'A plain gray square, made to test a connection', resolution: '256x256' } as const

const row = (check: string, severity: Severity, found: string): Row => ({ group: 'images', check, severity, found })

/** `name` must be unique. Reports the ID of the image if it could not be deleted. */
export async function checkWrites(client: ServiceClient, name: string): Promise<readonly Row[]> {
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
export async function checkBadKey(client: ServiceClient): Promise<Row> {
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
