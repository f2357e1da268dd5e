import { describe, expect, it } from 'vitest'
import { groupStatus, receipt, status as syncStatus } from '../../test/helpers/status-samples.ts'
import type { BatchReceipt } from '../shared/batch.ts'
import type { GroupStatus, SyncStatus } from '../shared/sync-status.ts'
import { createSyncLog, syncLines } from './sync-log.ts'

const group = (part: Partial<GroupStatus> = {}) => groupStatus({ completeAsOf: 1, respondedAt: 1, ...part })

const status = (part: Partial<SyncStatus> = {}) => syncStatus({ images: group(), projects: group(), ...part })

const batch = (part: Partial<BatchReceipt> = {}) => {
  const small = { size: 3, done: 0, unchanged: 0, waiting: 3, sending: 0, needsAttention: 0, remainingMs: null }
  return receipt({ ...small, subject: 'Neon harbour', ...part })
}

const events = (before: SyncStatus | null, now: SyncStatus) => syncLines(before, now).map(([, event]) => event)

describe('sync log', () => {
  it('logs nothing while nothing changes', () => {
    expect(syncLines(null, status())).toEqual([])
    expect(syncLines(status({ running: [batch()] }), status({ running: [batch({ done: 2 })] }))).toEqual([])
  })

  it('logs a failure of the service once, and its end', () => {
    const failure = { code: 'connection-refused', host: 'a.example', detail: 'a secret name' } as const
    const failing = status({ images: group({ state: 'offline', failure }) })
    const [line] = syncLines(status(), failing)
    expect(line).toEqual([
      'warn',
      'service-offline',
      { group: 'images', code: 'connection-refused', host: 'a.example' }
    ])
    expect(events(failing, failing)).toEqual([])
    expect(events(failing, status())).toEqual(['service-recovered'])
  })

  it('does not log a key that is still being loaded', () => {
    const waiting = status({ images: group({ state: 'signed-out', failure: { code: 'key-missing' } }) })
    expect(events(null, waiting)).toEqual([])
    expect(events(waiting, status())).toEqual([])
    const refused = status({ images: group({ state: 'signed-out', failure: { code: 'unauthorized' } }) })
    expect(events(waiting, refused)).toEqual(['service-signed-out'])
  })

  it('logs start and end of a batch with its counts, without the name of its item', async () => {
    const lines: string[] = []
    const log = (_level: string, event: string, detail?: unknown) =>
      void lines.push(`${event} ${JSON.stringify(detail)}`)
    const ended = batch({ done: 2, needsAttention: 1, waiting: 0, startedAt: 1_000, finishedAt: 4_500 })
    const take = createSyncLog(Object.assign(log, { flush: async () => undefined }), async () => ended)
    for (const running of [[], [batch()], [batch({ done: 2, waiting: 1 })], []]) take(status({ running }))
    await Promise.resolve()
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['batch-started', 'batch-finished'])
    expect(JSON.parse(lines[1]?.slice('batch-finished '.length) ?? '')).toMatchObject({
      done: 2,
      needsAttention: 1,
      ms: 3_500
    })
    expect(lines.join('')).not.toContain('Neon')
  })

  it('logs what needs a decision of the user', () => {
    const pause = { why: 'refusals', failure: { code: 'refused' }, left: 3 } as const
    expect(events(status({ running: [batch()] }), status({ running: [batch({ pause })] }))).toEqual(['batch-on-hold'])
    expect(events(status(), status({ images: group({ removals: { count: 62, of: 900 } }) }))).toEqual(['items-missing'])
  })

  it('logs the known dialect of the service whenever it changes', () => {
    const one = status({ images: group({ dialectTraits: { 'page.first': 'one' } }) })
    const two = status({ images: group({ dialectTraits: { 'page.first': 'one', verbs: 'spoofed' } }) })
    expect(syncLines(one, two)).toEqual([
      ['info', 'service-dialect-updated', { group: 'images', 'page.first': 'one', verbs: 'spoofed' }]
    ])
    expect(events(null, one)).toEqual(['service-dialect-updated'])
    expect(events(one, one)).toEqual([])
  })

  it('logs a completed full read, and pause and resume', () => {
    expect(events(status(), status({ projects: group({ completeAsOf: 2 }) }))).toEqual(['full-read-completed'])
    expect(events(status(), status({ isPaused: true }))).toEqual(['paused'])
    expect(events(status({ isPaused: true }), status())).toEqual(['resumed'])
  })
})
