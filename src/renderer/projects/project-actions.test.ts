import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/failure.ts'
import type { ProjectRow } from '../../shared/project.ts'
import { projectsCopy, whatGoes } from '../copy/projects.ts'
import { receipt } from '../../../test/helpers/status-samples.ts'
import { isDeleteKey } from './delete-key.ts'
import { deleteProject, whyNotDeletable } from './project-actions.ts'

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
    const heard: string[] = []
    await deleteProject(project, {
      bridge: { deleteProject: async ({ record }) => (record === 7 ? answer : fail('unknown-record')) },
      onDone: (_batch, { project: name }) => heard.push(name),
      onFailure: ({ code }) => heard.push(code)
    })
    expect(heard).toEqual(expected)
  })

  it('is not asked for twice', () => {
    expect(whyNotDeletable(project)).toBeNull()
    expect(whyNotDeletable({ mark: 'waiting' })).toBe(projectsCopy.alreadyWaiting)
    expect(whyNotDeletable({ mark: 'needs-you' })).toBe(projectsCopy.answerFirst)
  })

  it('says what goes with it, as far as the service tells', () => {
    expect(whatGoes(12)).toBe('The service also deletes everything it keeps under it (12\u00a0reports).')
    expect(whatGoes(1)).toContain('(1\u00a0report)')
    expect(whatGoes(null)).toContain('doesn’t say what that includes')
  })

  it('has the key of the platform', () => {
    const none = { code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, isComposing: false }
    const press = { ...none, key: 'Delete' }
    expect([isDeleteKey(press, 'linux'), isDeleteKey(press, 'darwin')]).toEqual([true, false])
    expect(isDeleteKey({ ...press, key: 'Backspace', metaKey: true }, 'darwin')).toBe(true)
    expect(isDeleteKey({ ...press, shiftKey: true }, 'win32')).toBe(false)
    expect(isDeleteKey({ ...press, isComposing: true }, 'linux')).toBe(false)
  })
})
