/** What a service makes of a key that nobody has. */
import { listImages } from '../../../src/main/engine/service/images.ts'
import type { ServiceClient } from '../../../src/main/engine/service/service-client.ts'
import type { Row } from './asked.ts'
import { trouble } from './trouble.ts'

/** `client` sends the wrong key. */
export async function checkBadKey(client: ServiceClient): Promise<Row> {
  const { outcome } = await listImages(client, { perPage: 10 })
  const row = { group: 'images', asked: 'A wrong key' } as const
  if (outcome.kind === 'signed-out') return { ...row, mark: 'good', found: 'Refused with 401.' }
  if (outcome.kind === 'applied') return { ...row, mark: 'bad', found: 'It is taken: anybody can read this library.' }
  return { ...row, mark: 'poor', found: `Not told as one: ${trouble(outcome, 'images')}` }
}
