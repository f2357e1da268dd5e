import { expect, test } from 'vitest'
import { copy } from '../../../copy/language.ts'
import { groupStatus, receipt, status } from '../../../../test/helpers/status-samples.ts'
import type { BatchReceipt } from '../../../shared/batch.ts'
import { pendingLines } from './work-lines.ts'

const NOW = 1_000
const lines = (part: Parameters<typeof status>[0], running: readonly BatchReceipt[]) =>
  pendingLines({ status: status({ ...part, running }), connection: null, ends: new Map() }, NOW)
const batch = (number: number, part: Partial<BatchReceipt> = {}) =>
  receipt({ batch: number, size: 5, done: 0, unchanged: 0, waiting: 5, ...part })

test('adds up to all pending changes, those with a reason of their own first', () => {
  const running = [
    batch(1),
    batch(2, { pause: { why: 'user' } }),
    batch(3, { pause: { why: 'not-shown', count: 1, left: 5 } }),
    batch(4, { verb: 'delete', graceEndsAt: NOW + 8_000 }),
    batch(5)
  ]
  const shown = lines({ images: groupStatus({ state: 'sending' }) }, running)
  expect(shown.map(({ text, action }) => [text, action?.kind])).toEqual([
    ['5 changes · You paused batch 2', 'resume-batch'],
    ['5 changes · Batch 3 is on hold until you decide', 'review'],
    ['5 changes · Sending in 8 seconds', 'undo'],
    ['10 changes · Sending 0 of 10', undefined]
  ])
})

test.each([
  ['offline', {}, copy.status.offline, 'try-now'],
  ['signed-out', {}, copy.status.keyNotAccepted, 'enter-key'],
  ['sending', { isPaused: true }, copy.status.pausedByYou, 'resume']
] as const)('shares the reason while %s %o, and announces no sending in seconds', (state, part, text, action) => {
  const running = [batch(1), batch(4, { verb: 'delete', graceEndsAt: NOW + 8_000 })]
  const shown = lines({ images: groupStatus({ state }), ...part }, running)
  expect(shown.map((line) => [line.text, line.action?.kind])).toEqual([[`10 changes · ${text}`, action]])
})

test('has no line without pending changes', () => {
  expect(lines({}, [batch(1, { waiting: 0, needsAttention: 5 })])).toEqual([])
})
