import { expect, test } from 'vitest'
import { responseOf, scriptedSend, type Scripted } from '../../../../test/helpers/scripted-send.ts'
import { createDialect } from './dialect.ts'
import { deleteImage } from './images.ts'
import { deleteProject } from './projects.ts'
import type { ServiceClient } from './service-client.ts'
import { updateImage } from './update-image.ts'

const KNOWN = { results: null, result: 'fox.png', url: null }
const refused = (allow: string, body: unknown = { message: 'Not supported.' }) =>
  responseOf(body, { status: 405, headers: { allow } })
const ONLY_POST = refused('GET, HEAD, POST')
const STARRED = responseOf({ data: { id: 5, favorite: 1 } })

function clientOf(...answers: Scripted[]) {
  const { send, asked } = scriptedSend(...answers)
  const dialect = createDialect()
  const client: ServiceClient = { send, slot: 'images', address: 'https://example.org', dialect, now: () => 0 }
  const wire = () =>
    asked.map(({ method, form }) => `${method} ${new URLSearchParams(form ?? '').get('_method') ?? ''}`)
  return { client, wire, dialect }
}
const star = (client: ServiceClient) => updateImage(client, { id: '5', favorite: true, known: KNOWN })

test('a host that accepts only POST gets POST with _method, and this is remembered', async () => {
  const { client, wire, dialect } = clientOf(ONLY_POST, STARRED)
  const { outcome, facts } = await star(client)
  expect(outcome.kind).toBe('applied')
  expect(facts.requests).toBe(2)
  expect(dialect.known('verbs')).toBe('spoofed')
  await star(client)
  expect(wire()).toEqual(['PUT ', 'POST PUT', 'POST PUT'])
})

test.each(['GET, HEAD', 'GET, HEAD, PATCH, DELETE', 'GET, POST, PUT', ''])(
  'Allow: %s does not lead to POST',
  async (allow) => {
    const { client, wire } = clientOf(refused(allow))
    expect((await star(client)).outcome).toMatchObject({ kind: 'rejected', failure: { code: 'method-refused' } })
    expect(wire()).toEqual(['PUT ', 'PATCH '])
  }
)

test('an HTML page with 405 that names POST comes from the host itself', async () => {
  const { client } = clientOf(refused('GET,POST,HEAD', '<html>Not allowed</html>'), STARRED)
  expect((await star(client)).outcome.kind).toBe('applied')
})

test('learns nothing if POST is refused as well', async () => {
  const { client, dialect } = clientOf(ONLY_POST)
  expect((await star(client)).outcome).toMatchObject({ kind: 'rejected', failure: { code: 'method-refused' } })
  expect(dialect.all()).toEqual({})
})

test('a host that accepts DELETE again is remembered as such', async () => {
  const { client, wire, dialect } = clientOf(refused('GET, DELETE'), responseOf({ id: 5, deleted: true }))
  dialect.learn('verbs', 'spoofed')
  expect((await deleteImage(client, { id: '5' })).outcome.kind).toBe('applied')
  expect(wire()).toEqual(['POST DELETE', 'DELETE '])
  expect(dialect.known('verbs')).toBe('own')
})

// A service that does not know `_method` treats such a POST as an update, and reports success.
test.each([
  ['the record', responseOf({ data: { id: 5, name: 'Fox' } }), 'unknown'],
  ['a success', responseOf({ success: true }), 'unknown'],
  ['nothing', responseOf('', { status: 204 }), 'unknown'],
  ['a deletion', responseOf({ id: 5, deleted: true }), 'applied'],
  ['the record as deleted', responseOf({ data: { id: 5, deleted_at: '2026-01-01 10:00:00' } }), 'applied'],
  ['a 404', responseOf({ message: 'Not found.' }, { status: 404 }), 'applied']
])('after a POST that replaces DELETE, %s: %s', async (_name, response, kind) => {
  const image = clientOf(ONLY_POST, response)
  expect((await deleteImage(image.client, { id: '5' })).outcome.kind).toBe(kind)
  const project = clientOf(ONLY_POST, response)
  // The project list decides about a 404, because a name may not be a valid address.
  const isMissing = response.kind === 'response' && response.status === 404
  expect((await deleteProject(project.client, { project: 'a.example' })).outcome.kind).toBe(
    isMissing ? 'unknown' : kind
  )
})
