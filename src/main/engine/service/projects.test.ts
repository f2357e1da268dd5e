import { describe, expect, it } from 'vitest'
import { answerOf, failureOf, scriptedSend } from '../../../../test/helpers/scripted-send.ts'
import type { SendAnswer } from '../../../shared/send.ts'
import { createDialect } from './dialect.ts'
import { deleteProject, listProjects } from './projects.ts'

function clientOf(answer: SendAnswer) {
  const { send, asked } = scriptedSend(answer)
  const dialect = createDialect()
  return { client: { send, slot: 'projects', address: 'https://example.org', dialect, now: () => 0 } as const, asked }
}

describe('listProjects', () => {
  it('reads a page', async () => {
    const { client, asked } = clientOf(
      answerOf({ data: [{ project: 'shop.example.org', reports: 3 }], meta: { current_page: 1, last_page: 1 } })
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
    const { client } = clientOf(answerOf({ message: 'x' }, { status: 404 }))
    expect((await listProjects(client, { perPage: 10 })).outcome).toMatchObject({
      kind: 'stopped',
      failure: { code: 'wrong-address' }
    })
  })
})

describe('deleteProject', () => {
  it.each<[string, SendAnswer, string]>([
    ['standard', answerOf({ id: 'shop.example.org', object: 'report', deleted: true, status: 200 }), 'applied'],
    ['an id of its own', answerOf({ id: 77, object: 'report', deleted: true }), 'applied'],
    ['204', answerOf('', { status: 204 }), 'applied'],
    ['not found, which the project list decides', answerOf({ message: 'x' }, { status: 404 }), 'unknown'],
    ['deleted: false', answerOf({ deleted: false }), 'rejected'],
    ['403', answerOf({ message: 'x' }, { status: 403 }), 'rejected'],
    ['500', answerOf('', { status: 500 }), 'unknown'],
    ['a timeout', failureOf('timed-out'), 'unknown'],
    ['a redirect', failureOf('redirected', { location: 'https://example.org/x' }), 'unknown']
  ])('%s', async (_name, answer, kind) => {
    const { client, asked } = clientOf(answer)
    expect((await deleteProject(client, { project: 'shop.example.org' })).outcome.kind).toBe(kind)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      method: 'DELETE',
      once: true,
      url: 'https://example.org/api/v1/projects/shop.example.org'
    })
  })

  it.each(['', '.', '..'])('refuses %j', async (project) => {
    const { client, asked } = clientOf(answerOf({}))
    expect((await deleteProject(client, { project })).outcome.kind).toBe('rejected')
    expect(asked).toEqual([])
  })
})
