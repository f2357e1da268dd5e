import { expect, test } from 'vitest'
import { logLine } from './log.ts'
import { logSentence } from './log-sentences.ts'

/** Writes an event as a log line and reads its sentence. */
function sentenceOf(event: string, detail?: object): readonly [kind: string, text: string] {
  const line = JSON.parse(logLine({ at: 0, level: 'info', event, detail }, '/profile')) as { detail: string }
  const { kind, text } = logSentence(event, line.detail)
  return [kind, text]
}

test.each([
  ['service-offline', { group: 'images', code: 'offline' }, 'connection', 'Images: No network connection.'],
  [
    'service-offline',
    { group: 'images', code: 'host-not-found', host: 'a.example:8443' },
    'connection',
    'Images: Can’t reach a.example:8443.'
  ],
  [
    'service-not-responding',
    { group: 'projects', code: 'service-error', status: 503 },
    'connection',
    'Projects: The service isn’t responding (status 503).'
  ],
  [
    'items-missing',
    { group: 'images', count: 1495, of: 2012 },
    'connection',
    'Images: 1,495 of 2,012 items seem to be missing from the service.'
  ],
  [
    'batch-started',
    { batch: 14, verb: 'favorite', size: 894 },
    'changes',
    'Batch 14 started: add 894 images to Favorites.'
  ],
  ['batch-started', { batch: 15, verb: 'create', size: 1 }, 'changes', 'Batch 15 started: create 1 image.'],
  [
    'batch-finished',
    {
      batch: 14,
      verb: 'favorite',
      size: 894,
      done: 881,
      unchanged: 0,
      waiting: 0,
      needsAttention: 13,
      canceled: 0,
      ms: 9
    },
    'changes',
    'Batch 14 finished: 881 done, 13 need attention.'
  ],
  [
    'batch-on-hold',
    { batch: 14, needsAttention: 20, why: 'refusals' },
    'changes',
    'Batch 14 is on hold. The service rejected too many changes in a row.'
  ],
  ['started', { app: '1.2.0', electron: '33.0.0' }, 'app', 'Proofsheet 1.2.0 started.'],
  ['event-of-newer-version', { a: 1 }, 'app', 'Event of newer version.']
] as const)('%s %o becomes a sentence', (event, detail, kind, text) => {
  expect(sentenceOf(event, detail)).toEqual([kind, text])
})

test('a line without a detail also has a sentence', () => {
  expect(sentenceOf('paused')).toEqual(['changes', 'You paused sync.'])
  expect(sentenceOf('service-stopped')).toEqual([
    'connection',
    'Images: Sync stopped because the service can’t be used.'
  ])
})
