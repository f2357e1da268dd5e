import { expect, it } from 'vitest'
import { receipt, status } from '../../../test/helpers/status-samples.ts'
import type { BatchHold } from '../../shared/batch.ts'
import { chooseBanner } from './banner-choice.ts'

const bar = (hold: BatchHold) =>
  chooseBanner(status({ running: [receipt({ batch: 7, hold, waiting: 9_999 })] }), null, {
    now: 0,
    dismissed: new Set()
  })
const failure = { code: 'changed-more', changes: [{ field: 'name', before: 'Quay', after: null }] } as const

it('shows what an update changed in addition, with the three actions', () => {
  const choice = bar({ why: 'changed-more', entry: 4, failure, left: 9_999 })
  expect(choice?.body).toContain('Name: “\u2068Quay\u2069” → empty.')
  expect(choice?.body).toContain('Sending the remaining 9,999 would also change, for each: Name.')
  expect(choice?.actions).toEqual([
    { kind: 'write-back', entry: 4, label: 'Restore previous values' },
    { kind: 'go-on', batch: 7, label: 'Send remaining 9,999 anyway' },
    { kind: 'stop', batch: 7, label: 'Stop' }
  ])
})

it('offers to write back once', () => {
  const choice = bar({ why: 'changed-more', entry: null, failure, left: 9_999 })
  expect(choice?.actions.map(({ kind }) => kind)).toEqual(['go-on', 'stop'])
  expect(choice?.id).toBe('changed-more-7')
})

it('leads to the changes that the service does not show', () => {
  const choice = bar({ why: 'not-shown', count: 1, left: 9_999 })
  expect(choice?.headline).toBe('Accepted changes aren’t showing')
  expect(choice?.actions.map(({ kind }) => kind)).toEqual(['go-on', 'stop', 'show'])
})
