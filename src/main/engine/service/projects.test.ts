import { describe, expect, it } from 'vitest'
import { responseOf, failureOf, scriptedSend } from '../../../../test/helpers/scripted-send.ts'
import type { SendResponse } from '../../../shared/send.ts'
import { createDialect } from './dialect.ts'
import { deleteProject, listProjects } from './projects.ts'

function clientOf(response: SendResponse) {
  const { send, asked } = scriptedSend(response)
  const dialect = createDialect()
  return { client: { send, slot: 'projects', address: 'https://example.org', dialect, now: () => 0 } as const, asked }
}

describe('listProjects', () => {
  it('reads a page', async () => {
    const { client, asked } = clientOf(
      responseOf({ data: [{ project: 'shop.example.org', reports: 3 }], meta: { current_page: 1, last_page: 1 } })
    )
    expect((await listProjects(client, { perPage: 10, sortBy: 'project', sort: 'asc' })).outcome).toMatchObject({
      kind: 'applied',
      value: { records: [{ project: 'shop.example.org', reports: 3 }], hasNext: false }
    })
    expect(asked[0]).toMatchObject({
      slot: 'projects',
      url: 'https://example.org/api/v1/projects?sort_by=project&sort=asc&per_page=10'
    })
    expect(client.dialect.get('page.selection')).toBe('page')
  })

  it('stops if there is no list', async () => {
    const { client } = clientOf(responseOf({ message: 'x' }, { status: 404 }))
    expect((await listProjects(client, { perPage: 10 })).outcome).toMatchObject({
      kind: 'stopped',
      failure: { code: 'wrong-address' }
    })
  })
})

describe('deleteProject', () => {
  it.each<[string, SendResponse, string]>([
    ['standard', responseOf({ id: 'shop.example.org', object: 'report', deleted: true, status: 200 }), 'applied'],
    ['an id of its own', responseOf({ id: 77, object: 'report', deleted: true }), 'applied'],
    ['204', responseOf('', { status: 204 }), 'applied'],
    ['not found, which the project list decides', responseOf({ message: 'x' }, { status: 404 }), 'unknown'],
    ['deleted: false', responseOf({ deleted: false }), 'rejected'],
    ['403', responseOf({ message: 'x' }, { status: 403 }), 'rejected'],
    ['500', responseOf('', { status: 500 }), 'unknown'],
    ['a timeout', failureOf('timed-out'), 'unknown'],
    ['a redirect', failureOf('redirected', { location: 'https://example.org/x' }), 'unknown']
  ])('%s', async (_name, response, kind) => {
    const { client, asked } = clientOf(response)
    expect((await deleteProject(client, { project: 'shop.example.org' })).outcome.kind).toBe(kind)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      method: 'DELETE',
      once: true,
      url: 'https://example.org/api/v1/projects/shop.example.org'
    })
  })

  it.each(['', '.', '..'])('refuses %j', async (project) => {
    const { client, asked } = clientOf(responseOf({}))
    expect((await deleteProject(client, { project })).outcome.kind).toBe('rejected')
    expect(asked).toEqual([])
  })
})
