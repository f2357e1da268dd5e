/**
 * Every cell of the outcome table, by status, operation, and dialect: through the client, as each dialect writes it.
 */
import { describe, expect, it } from 'vitest'
import type { Operation, Outcome } from '../../src/main/engine/domain/outcome.ts'
import { createDialect } from '../../src/main/engine/service/dialect.ts'
import { deleteImage, showImage, storeImage } from '../../src/main/engine/service/images.ts'
import { deleteProject } from '../../src/main/engine/service/projects.ts'
import type { ServiceClient } from '../../src/main/engine/service/service-client.ts'
import { updateImage } from '../../src/main/engine/service/update-image.ts'
import { DIALECT_NAMES, dialectOf } from '../../src/reference-service/dialects/dialects.ts'
import { type ServiceFailure, writeFailure } from '../../src/reference-service/dialects/write-failure.ts'
import type { SendResponse } from '../../src/shared/send.ts'
import { FORM } from '../helpers/create-form.ts'
import { responseOf, scriptedSend } from '../helpers/scripted-send.ts'

const OPERATIONS: Readonly<Record<Operation, (client: ServiceClient) => Promise<{ outcome: Outcome<unknown> }>>> = {
  read: (client) => showImage(client, { id: '7' }),
  update: (client) =>
    updateImage(client, { id: '7', favorite: true, known: { results: '["r"]', result: null, url: null } }),
  'delete-image': (client) => deleteImage(client, { id: '7' }),
  'delete-project': (client) => deleteProject(client, { project: 'shop.example.org' }),
  store: (client) => storeImage(client, FORM)
}

type Cells = readonly [read: string, update: string, deleteImage: string, deleteProject: string, store: string]
const all = (cell: string): Cells => [cell, cell, cell, cell, cell]
const SERVICE_ERROR: Cells = ['retry', 'unknown', 'unknown', 'unknown', 'unknown']

/** The rows of the table by status: a JSON response of the service, and an HTML page of a web server. */
const ROWS: readonly (readonly [status: number, json: Cells, html: Cells])[] = [
  ...[400, 409, 413, 415, 419, 422].map((status) => [status, all('rejected'), all('rejected')] as const),
  [401, all('signed-out'), all('signed-out')],
  [403, all('rejected'), all('stopped')],
  [404, ['gone', 'rejected', 'applied', 'unknown', 'rejected'], all('stopped')],
  [405, all('rejected'), all('stopped')],
  [429, all('rate-limited'), all('rate-limited')],
  ...[408, 425, 500, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527].map(
    (status) => [status, SERVICE_ERROR, SERVICE_ERROR] as const
  )
]

const FRAMEWORK = new Set([405, 413, 415, 419, 429])
const PAGE = '<!DOCTYPE html><html><body><h1>Not here</h1></body></html>'

function failureOf(status: number): ServiceFailure {
  const fields = status === 422 ? { fields: { name: ['Too long.'] } } : {}
  return {
    status,
    message: 'No.',
    showsStatus: true,
    by: FRAMEWORK.has(status) ? 'framework' : 'application',
    ...fields
  }
}

async function outcomesOf(response: SendResponse): Promise<readonly string[]> {
  const clientOf = (): ServiceClient => ({
    send: scriptedSend(response).send,
    slot: 'images',
    address: 'https://example.org',
    dialect: createDialect(),
    now: () => 1
  })
  const results = await Promise.all(Object.values(OPERATIONS).map((operation) => operation(clientOf())))
  return results.map(({ outcome }) => outcome.kind)
}

describe.each(DIALECT_NAMES)('in dialect %s', (name) => {
  it.each(ROWS)('%i has the same outcome for every operation', async (status, json) => {
    const { status: sent, headers, body } = writeFailure(dialectOf(name), failureOf(status))
    expect(await outcomesOf(responseOf(body, { status: sent, headers }))).toEqual(json)
  })
})

describe('a page of a web server', () => {
  it.each(ROWS)('with %i is distinguished from a response of the service', async (status, _, html) => {
    const headers = { 'content-type': 'text/html' }
    expect(await outcomesOf(responseOf(PAGE, { status, headers }))).toEqual(html)
  })
})
