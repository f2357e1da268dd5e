import { describe, expect, it } from 'vitest'

import { CHANGE_KINDS } from '../../../shared/change.ts'
import type { EntryState } from './entry.ts'
import { repairActionsOf, sharedRepairActions, usualRepairAction } from './repair-actions.ts'

const rejected = { state: 'refused', hasPrompt: true } as const

describe('the actions for a change', () => {
  it.each([
    ['favorite', 'refused-fields', ['retry', 'discard']],
    ['favorite', 'not-found', ['remove-copy', 'keep-copy', 'create-again']],
    ['name', 'name-changed', ['keep-mine', 'keep-theirs']],
    ['name', 'not-found', ['remove-copy', 'keep-copy', 'create-again']],
    ['name', 'forbidden', ['retry', 'discard']],
    ['delete', 'forbidden', ['retry', 'discard']],
    ['delete-project', 'project-still-there', ['retry', 'discard']],
    ['create', 'refused-fields', ['edit', 'retry', 'discard']],
    ['create', 'create-not-found', ['keep-waiting', 'send-again', 'discard']],
    ['create', 'create-ambiguous', ['adopt', 'send-again', 'discard']],
    ['create', 'library-damaged', ['discard']],
    ['other', 'internal', ['discard']],
    ['favorite', 'changed-more', ['write-back', 'leave-so']],
    ['name', 'changed-more', ['write-back', 'leave-so']],
    ['favorite', null, ['retry', 'discard']],
    ['create', null, ['edit', 'retry', 'discard']]
  ] as const)('%s, %s: %j', (kind, code, expected) => {
    expect(repairActionsOf({ kind, code, ...rejected })).toEqual(expected)
  })

  it('include a new creation only if the prompt is known', () => {
    const change = { kind: 'favorite', code: 'not-found', state: 'refused', hasPrompt: false } as const
    expect(repairActionsOf(change)).toEqual(['remove-copy', 'keep-copy'])
  })

  it.each([
    ['waiting', null, ['discard']],
    ['waiting', 'service-error', ['retry', 'discard']],
    ['sent', null, []],
    ['unknown', 'timed-out', []]
  ] as const)('%s after %s: %j', (state, code, expected) => {
    expect(repairActionsOf({ kind: 'favorite', code, state, hasPrompt: true })).toEqual(expected)
  })

  it('include editing a pending create', () => {
    expect(repairActionsOf({ kind: 'create', code: null, state: 'waiting', hasPrompt: true })).toEqual([
      'edit',
      'discard'
    ])
  })

  it('include retrying a postponed create', () => {
    expect(repairActionsOf({ kind: 'create', code: 'timed-out', state: 'waiting', hasPrompt: true })).toEqual([
      'retry',
      'edit',
      'discard'
    ])
  })

  it('are never empty for a change that needs attention', () => {
    const states: EntryState[] = ['refused']
    for (const kind of CHANGE_KINDS) {
      for (const state of states)
        expect(repairActionsOf({ kind, state, code: 'internal', hasPrompt: false })).not.toEqual([])
    }
  })
})

describe('the actions for all changes of one reason', () => {
  it.each([
    ['favorite', 'not-found', ['remove-copy', 'keep-copy']],
    ['create', 'create-ambiguous', ['send-again', 'discard']],
    ['create', 'refused-fields', ['retry', 'discard']],
    ['name', 'name-changed', ['keep-mine', 'keep-theirs']]
  ] as const)('%s, %s: %j', (kind, code, expected) => {
    expect(sharedRepairActions({ kind, code })).toEqual(expected)
  })

  it.each([
    ['favorite', 'not-found', 'remove-copy'],
    ['create', 'create-ambiguous', 'adopt'],
    ['name', null, 'retry'],
    ['other', 'internal', 'discard']
  ] as const)('%s, %s: %s first', (kind, code, expected) => {
    expect(usualRepairAction({ kind, code })).toBe(expected)
  })
})
