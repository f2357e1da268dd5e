/** What a service takes: on one image that is created for this and deleted at the end, and on nothing else. */
import type { Outcome } from '../../../src/main/engine/domain/outcome.ts'
import type { ServiceImage } from '../../../src/main/engine/domain/service-records.ts'
import { deleteImage, listImages, showImage, storeImage } from '../../../src/main/engine/service/images.ts'
import type { ServiceClient } from '../../../src/main/engine/service/service-client.ts'
import { updateImage } from '../../../src/main/engine/service/update-image.ts'
import type { Mark } from '../../../src/shared/diagnosis.ts'
import type { Row } from './asked.ts'
import { trouble } from './trouble.ts'

const FORM = { description: 'A plain gray square, made to test a connection', resolution: '256x256' } as const

const say = (asked: string, mark: Mark, found: string): Row => ({ group: 'images', asked, mark, found })

/** `name` must be one that no other record has. What could not be deleted is said, with its id. */
export async function checkWrites(client: ServiceClient, name: string): Promise<readonly Row[]> {
  const { outcome } = await storeImage(client, { ...FORM, name })
  const made = await madeRecord(client, name, outcome)
  if (made === null)
    return [
      say('Create', outcome.kind === 'rejected' ? 'poor' : 'bad', `Nothing was found: ${trouble(outcome, 'images')}`)
    ]
  const created = say('Create', 'good', outcome.kind === 'applied' ? 'Shown at once.' : 'Found in the list afterwards.')
  try {
    return [created, ...(await updateRows(client, made)), await deleteRow(client, made.id)]
  } catch (error) {
    throw new Error(`The image that was created could not be deleted: ${made.id}`, { cause: error })
  }
}

/** The one that the answer shows, else the one of this name that the list has. */
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
  const star = (await updateImage(client, { id, favorite: true, known })).outcome
  if (star.kind !== 'applied') return [say('Star', 'bad', `Not taken: ${trouble(star, 'images')}`)]
  const shown = (await showImage(client, { id })).outcome
  const after = shown.kind === 'applied' ? shown.value?.fields : undefined
  const isKept = after?.name === made.fields.name
  return [
    after?.favorite === false
      ? say('Star', 'bad', 'It was answered well, and the record does not show it.')
      : say('Star', 'good', `Taken by ${methodOf(client)}.`),
    isKept
      ? say('What a star leaves alone', 'good', 'The rest of the record.')
      : say('What a star leaves alone', 'bad', 'Not the name: an update replaces the record.')
  ]
}

function methodOf({ dialect }: ServiceClient): string {
  const method = dialect.get('update.method')
  return dialect.get('verbs') === 'spoofed' ? `POST in the place of ${method}` : method
}

async function deleteRow(client: ServiceClient, id: string): Promise<Row> {
  const { outcome } = await deleteImage(client, { id })
  const shown = (await showImage(client, { id })).outcome
  if (shown.kind === 'gone') return say('Delete', 'good', 'Gone afterwards.')
  const isDone = outcome.kind === 'applied'
  const why = isDone ? 'It was answered well, and the record is still there.' : trouble(outcome, 'images')
  return say('Delete', 'bad', `Please delete image ${id} by hand. ${why}`)
}
