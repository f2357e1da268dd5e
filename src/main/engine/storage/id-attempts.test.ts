import { describe, expect, it } from 'vitest'
import { only, verbRig } from '../../../../test/helpers/verb-rig.ts'
import { valueOf } from '../../../../test/helpers/temporary-library.ts'
import { DELETE_GRACE_PERIOD_MS } from '../../../shared/limits.ts'
import type { ServiceProject } from '../domain/service-records.ts'
import { forgetInAttempt } from './entries.ts'
import { findIdAttempt, ID_AGE_MS, noteIdAttempt, usableId } from './id-attempts.ts'
import { nextSequence } from './meta.ts'
import { lastFailure, unknownEntries } from './outbox.ts'
import { notePass, openPass } from './passes.ts'
import { applyProjects } from './projects.ts'

const NOW = 10_000_000

const project = (name: string, id?: string): ServiceProject => ({
  project: name,
  ...(id === undefined ? {} : { id }),
  reports: 1,
  result: null,
  createdAt: 1,
  other: {}
})

/** Sets up the deletion of the first project, after a complete pass at `NOW`. */
function deletionOf(...records: readonly ServiceProject[]) {
  const rig = verbRig(0)
  const read = (listed: readonly ServiceProject[], isComplete = true): void => {
    const pass = openPass(rig.db, { group: 'projects', kind: 'full', order: 'asc', startedAt: NOW })
    applyProjects(rig.db, { records: listed, requestSequence: nextSequence(rig.db), readAt: NOW, pass })
    const why = isComplete ? null : 'unreadable'
    notePass(rig.db, pass, { nextPage: 2, nextCursor: null, total: null, seen: 0, why, endedAt: NOW })
  }
  read(records)
  valueOf(rig.library.deleteProject({ record: 1 }))
  rig.clock.now += DELETE_GRACE_PERIOD_MS
  const entry = rig.db.value<number>('SELECT entry FROM outbox') ?? 0
  return { rig, read, entry, usable: (now = NOW + 1) => usableId(rig.db, { entry, now }) }
}

describe('the id to delete a project by', () => {
  it('is the one in the last complete pass, for 15 minutes', () => {
    const { usable } = deletionOf(project('a.example', '7'), project('b.example', '8'))
    expect([usable(), usable(NOW + ID_AGE_MS)]).toEqual(['7', null])
  })

  it.each([
    ['the name of another project', [project('a.example', 'b.example'), project('b.example', '8')]],
    ['its own name', [project('a.example', 'a.example')]],
    ['the id of another project', [project('a.example', '7'), project('b.example', '7')]],
    ['not shown', [project('a.example')]]
  ])('is none if it is %s', (_what, records) => {
    expect(deletionOf(...records).usable()).toBeNull()
  })

  it('is none if a later pass did not return it', () => {
    const gone = deletionOf(project('a.example', '7'), project('b.example', '8'))
    gone.read([project('b.example', '8')])
    expect(gone.usable()).toBeNull()
    const withoutId = deletionOf(project('a.example', '7'))
    withoutId.read([project('a.example')])
    expect(withoutId.usable()).toBeNull()
  })
})

describe('an attempt', () => {
  const attempt = { id: '7', at: NOW, before: ['a.example'] }

  it('is stored once, with the claim of its entry, and removed with it', () => {
    const { rig, entry } = deletionOf(project('a.example', '7'))
    expect(noteIdAttempt(rig.db, entry, attempt)).toBe(false)
    const claimed = only(rig.claim('projects'))
    expect(noteIdAttempt(rig.db, entry, attempt)).toBe(true)
    expect(lastFailure(rig.db, entry)).toEqual({ code: 'connection-lost' })
    rig.settle(claimed, { kind: 'unknown', failure: { code: 'timed-out' } })
    expect(noteIdAttempt(rig.db, entry, attempt)).toBe(false)
    expect(lastFailure(rig.db, entry)).toEqual({ code: 'timed-out' })
    expect(unknownEntries(rig.db, { group: 'projects', limit: 1, now: NOW })).toHaveLength(1)
    expect(findIdAttempt(rig.db, entry)).toEqual(attempt)
    rig.settle(claimed, { kind: 'rejected', failure: { code: 'project-still-there' } })
    expect(findIdAttempt(rig.db, entry)).toBeNull()
  })

  it('without effect may be repeated', () => {
    const { rig, entry } = deletionOf(project('a.example', '7'))
    rig.claim('projects')
    noteIdAttempt(rig.db, entry, attempt)
    forgetInAttempt(rig.db, entry)
    expect(noteIdAttempt(rig.db, entry, attempt)).toBe(true)
  })
})
