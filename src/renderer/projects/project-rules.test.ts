import { describe, expect, it } from 'vitest'
import { receipt } from '../../../test/helpers/status-samples.ts'
import { fail, succeed } from '../../shared/failure.ts'
import type { ProjectRow } from '../../shared/project.ts'
import { copy } from '../../copy/language.ts'
import { isDeleteKey } from './project-menu.tsx'
import { cellAfter, cellWithin, deleteProject, missingPage, sortedBy, whyNotDeletable } from './project-rules.ts'

const size = { rows: 39, columns: 4, page: 10, isCtrl: false }

describe('keys of the data grid', () => {
  it.each([
    ['ArrowDown', [5, 1], [6, 1]],
    ['ArrowDown', [38, 1], [38, 1]],
    ['ArrowUp', [1, 2], [0, 2]],
    ['ArrowLeft', [5, 0], [5, 0]],
    ['ArrowRight', [5, 3], [5, 3]],
    ['PageDown', [35, 0], [38, 0]],
    ['PageUp', [5, 0], [1, 0]],
    ['PageUp', [0, 0], [0, 0]],
    ['Home', [5, 3], [5, 0]],
    ['End', [5, 0], [5, 3]]
  ] as const)('moves with %s from %j to %j', (key, [row, column], [toRow, toColumn]) => {
    expect(cellAfter(key, { row, column }, size)).toEqual({ row: toRow, column: toColumn })
  })

  it('moves to the corners with Ctrl', () => {
    expect(cellAfter('Home', { row: 9, column: 2 }, { ...size, isCtrl: true })).toEqual({ row: 1, column: 0 })
    expect(cellAfter('End', { row: 9, column: 2 }, { ...size, isCtrl: true })).toEqual({ row: 38, column: 3 })
  })

  it('ignores other keys', () => {
    expect(cellAfter('a', { row: 1, column: 0 }, size)).toBeNull()
  })

  it('stays inside when rows are gone', () => {
    expect(cellWithin({ row: 12, column: 3 }, { rows: 10, columns: 4 })).toEqual({ row: 9, column: 3 })
    expect(cellWithin({ row: 2, column: 3 }, { rows: 10, columns: 4 })).toEqual({ row: 2, column: 3 })
  })
})

describe('pages of projects', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index)

  it.each([
    ['all here', hundred, 0, 99, null],
    ['the next page', hundred, 90, 110, 100],
    ['a page further down', hundred, 250, 260, 200],
    ['none at all', [], 0, -1, null]
  ])('%s', (_case, rows, first, last, offset) => {
    expect(missingPage(rows, first, last)).toBe(offset)
  })
})

describe('sorting', () => {
  const query = { search: '', searchBy: 'project', sortBy: 'created_at', sort: 'desc' } as const

  it('reverses on the same column, and starts another in its default order', () => {
    expect(sortedBy(query, 'created_at')).toMatchObject({ sortBy: 'created_at', sort: 'asc' })
    expect(sortedBy(query, 'project')).toMatchObject({ sortBy: 'project', sort: 'asc' })
    expect(sortedBy(query, 'reports')).toMatchObject({ sortBy: 'reports', sort: 'desc' })
  })
})

const project: ProjectRow = {
  record: 7,
  project: 'shop.example.org',
  reports: 12,
  result: null,
  createdAt: null,
  mark: 'none'
}

describe('deleting a project', () => {
  it.each([
    ['done', succeed({ batch: receipt({ verb: 'delete-project' }) }), ['shop.example.org']],
    ['failed', fail('disk-full'), ['disk-full']]
  ] as const)('%s', async (_case, answer, expected) => {
    const events: string[] = []
    await deleteProject(project, {
      bridge: { deleteProject: async ({ record }) => (record === 7 ? answer : fail('unknown-record')) },
      onDone: (_batch, { project: name }) => events.push(name),
      onFailure: ({ code }) => events.push(code)
    })
    expect(events).toEqual(expected)
  })

  it('is not requested twice', () => {
    expect(whyNotDeletable(project)).toBeNull()
    expect(whyNotDeletable({ mark: 'waiting' })).toBe(copy.projects.alreadyWaiting)
    expect(whyNotDeletable({ mark: 'needs-attention' })).toBe(copy.projects.responseFirst)
  })

  it('says what is deleted with it, as far as the service reports it', () => {
    expect(copy.projects.alsoDeleted(12)).toBe('The service also deletes everything in this project (12\u00a0reports).')
    expect(copy.projects.alsoDeleted(1)).toContain('(1\u00a0report)')
    expect(copy.projects.alsoDeleted(null)).toContain('doesn’t say what that includes')
  })

  it('uses the key of the platform', () => {
    const none = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, isComposing: false }
    const press = { ...none, key: 'Delete' }
    expect([isDeleteKey(press, 'linux'), isDeleteKey(press, 'darwin')]).toEqual([true, false])
    expect(isDeleteKey({ ...press, key: 'Backspace', metaKey: true }, 'darwin')).toBe(true)
    expect(isDeleteKey({ ...press, shiftKey: true }, 'win32')).toBe(false)
    expect(isDeleteKey({ ...press, isComposing: true }, 'linux')).toBe(false)
  })
})
