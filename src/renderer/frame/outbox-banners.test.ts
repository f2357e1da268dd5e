import { expect, it } from 'vitest'
import { copy } from '../../copy/language.ts'
import { receipt, status } from '../../../test/helpers/status-samples.ts'
import type { BatchPause } from '../../shared/batch.ts'
import { chooseBanner } from './banner-choice.ts'

const bar = (pause: BatchPause) =>
  chooseBanner(status({ running: [receipt({ batch: 7, pause, waiting: 9_999 })] }), null, {
    now: 0,
    dismissed: new Set()
  })
const failure = { code: 'changed-more', changes: [{ field: 'name', before: 'Quay', after: null }] } as const

it('shows what an update changed in addition, with the three actions', () => {
  const choice = bar({ why: 'changed-more', entry: 4, failure, left: 9_999 })
  expect(choice?.body).toContain('Name: “\u2068Quay\u2069” → empty.')
  expect(choice?.body).toContain(copy.firstUpdates.wouldChange(9_999, 'Name'))
  expect(choice?.actions).toEqual([
    { kind: 'write-back', entry: 4, label: copy.firstUpdates.writeBack },
    { kind: 'go-on', batch: 7, label: copy.firstUpdates.sendAnyway(9_999) },
    { kind: 'stop', batch: 7, label: copy.banners.stop }
  ])
})

it('offers to write back once', () => {
  const choice = bar({ why: 'changed-more', entry: null, failure, left: 9_999 })
  expect(choice?.actions.map(({ kind }) => kind)).toEqual(['go-on', 'stop'])
  expect(choice?.id).toBe('changed-more-7')
})

it('leads to the changes that the service does not show', () => {
  const choice = bar({ why: 'not-shown', count: 1, left: 9_999 })
  expect(choice?.headline).toBe(copy.firstUpdates.notShown)
  expect(choice?.actions.map(({ kind }) => kind)).toEqual(['go-on', 'stop', 'show'])
})
