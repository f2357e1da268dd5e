/** Tests what the activity, history and inspector screens read. */
import { describe, expect, it } from 'vitest'

import { EMPTY_QUERY, type ImageQuery } from '../../../shared/query.ts'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'

const star = ({ library }: VerbRig, records: readonly number[], favorite = true): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch.batch

const REFUSED = { code: 'refused-fields', status: 422, detail: 'no' } as const
const KEY = '422 no'

/** One change refused, one sent, one lost, one pending. */
function mixed(): { rig: VerbRig; batch: number } {
  const rig = verbRig(5)
  const batch = star(rig, [1, 2, 3])
  const [one, , three] = rig.claim()
  if (one === undefined || three === undefined) throw new Error('three entries')
  rig.settle(one, { kind: 'rejected', failure: REFUSED })
  rig.settle(three, { kind: 'unknown', failure: { code: 'timed-out' } })
  return { rig, batch }
}

describe('changes', () => {
  it('are listed in the order of sending, by state, batch and reason, page by page', () => {
    const { rig, batch } = mixed()
    const renamed = valueOf(rig.library.renameImage({ record: 4, name: 'New' })).batch.batch
    const list = (filter: object, offset = 0, limit = 10) =>
      valueOf(
        rig.reader.listChanges({ filter: { state: 'waiting', reason: null, batch: null, ...filter }, offset, limit })
      )
    expect(list({}).rows.map(({ record, kind, status }) => [record, kind, status])).toEqual([
      [2, 'favorite', 'sending'],
      [3, 'favorite', 'checking'],
      [4, 'name', 'waiting']
    ])
    expect(list({}, 1, 1)).toMatchObject({
      total: 3,
      rows: [{ record: 3, failure: { code: 'timed-out' }, repairActions: [] }]
    })
    expect(only(list({ batch: renamed }).rows)).toMatchObject({
      name: 'New',
      before: 'Image 4',
      after: 'New',
      tries: 0,
      requestedAt: 1_000_000,
      failure: null,
      repairActions: ['discard']
    })
    const reason = { kind: 'favorite', code: 'refused-fields', key: KEY } as const
    const needing = list({ state: 'needs-attention', reason, batch })
    expect(needing).toMatchObject({
      total: 1,
      rows: [
        {
          record: 1,
          before: false,
          after: true,
          status: 'needsAttention',
          tries: 1,
          failure: REFUSED,
          repairActions: ['retry', 'discard']
        }
      ]
    })
    expect(list({ state: 'needs-attention', reason: { ...reason, key: '' } }).total).toBe(0)
  })

  it('of another version are kept, shown, and can only be discarded', () => {
    const rig = verbRig(2)
    star(rig, [1])
    rig.db.run("UPDATE outbox SET kind = 'rotate', is_refused = 1, last_failure = NULL")
    const [need] = valueOf(rig.reader.listNeeds(null))
    expect(need).toMatchObject({ reason: { kind: 'other', code: 'internal', key: '' }, repairActions: ['discard'] })
    if (need === undefined) throw new Error('a need')
    const target = { kind: 'reason', reason: need.reason } as const
    expect(valueOf(rig.library.repairChanges({ target, repairAction: 'discard', choice: null })).done).toBe(1)
    expect(valueOf(rig.reader.listNeeds(null))).toEqual([])
  })

  it('of another owner wait for a key, and report it', () => {
    const rig = verbRig(1)
    star(rig, [1])
    rig.db.run('UPDATE outbox SET owner = 2')
    rig.db.run("INSERT INTO meta VALUES ('owner:images', '1')")
    const filter = { state: 'waiting', reason: null, batch: null } as const
    const { rows } = valueOf(rig.reader.listChanges({ filter, offset: 0, limit: 1 }))
    expect([only(rows).failure, rig.claim()]).toEqual([{ code: 'no-key-of-owner' }, []])
  })

  it('report the end of their grace period', () => {
    const rig = verbRig(1)
    valueOf(rig.library.deleteImages({ records: Uint32Array.of(1) }))
    const filter = { state: 'waiting', reason: null, batch: null } as const
    const { rows } = valueOf(rig.reader.listChanges({ filter, offset: 0, limit: 1 }))
    expect(only(rows)).toMatchObject({ kind: 'delete', before: 'Image 1', after: null, graceEndsAt: 1_010_000 })
  })
})

describe('attention groups', () => {
  it('form one group with one action, though each message names another record', () => {
    const rig = verbRig(99)
    const batch = star(
      rig,
      Array.from({ length: 99 }, (_, index) => index + 1)
    )
    for (const entry of rig.claim()) {
      const detail = `No query results for model [Image] ${1_002 + entry.record}`
      rig.settle(entry, { kind: 'rejected', failure: { code: 'not-found', status: 404, detail } })
    }
    const [need, ...others] = valueOf(rig.reader.listNeeds(null))
    expect([need?.count, others]).toEqual([99, []])
    expect(need?.failure.detail).toMatch(/^No query results for model \[Image\] 1\d+$/)
    if (need === undefined) throw new Error('a need')
    expect(valueOf(rig.reader.getBatch({ batch })).reasons).toMatchObject([{ code: 'not-found', count: 99 }])
    const filter = { state: 'needs-attention', reason: need.reason, batch } as const
    expect(valueOf(rig.reader.listChanges({ filter, offset: 0, limit: 9 })).total).toBe(99)
    const target = { kind: 'reason', reason: need.reason } as const
    expect(valueOf(rig.library.repairChanges({ target, repairAction: 'keep-copy', choice: null })).done).toBe(99)
  })

  it('list one refused create before many favorites, and match the view of their images', () => {
    const rig = verbRig(30)
    valueOf(rig.library.createImage({ form: FORM }))
    rig.db.run('UPDATE outbox SET is_refused = 1, last_failure = ?', [JSON.stringify(REFUSED)])
    star(
      rig,
      Array.from({ length: 30 }, (_, index) => index + 1)
    )
    for (const entry of rig.claim()) {
      const code = entry.record < 3 ? 'forbidden' : 'not-found'
      rig.settle(entry, { kind: 'rejected', failure: { code, status: 422 } })
    }
    const order = valueOf(rig.reader.listNeeds(null)).map(({ reason, count, usual }) => [reason.kind, count, usual])
    expect(order).toEqual([
      ['create', 1, 'edit'],
      ['favorite', 2, 'retry'],
      ['favorite', 28, 'remove-copy']
    ])
    const open = (part: Partial<ImageQuery>) => valueOf(rig.reader.openView({ query: { ...EMPTY_QUERY, ...part } }))
    const shown = open({ mark: 'needs-attention' })
    expect(shown.needs?.reduce((sum, { count }) => sum + count, 0)).toBe(shown.numbers.length)
    expect(open({ mark: 'needs-attention', search: 'Image 1' }).needs?.map(({ count }) => count)).toEqual([1, 10])
    expect(open({}).needs).toBeUndefined()
  })

  it('are formed by reason, the short ones first', () => {
    const rig = verbRig(4)
    star(rig, [1, 2, 3])
    const [one, two, three] = rig.claim()
    if (one === undefined || two === undefined || three === undefined) throw new Error('three entries')
    rig.settle(one, { kind: 'rejected', failure: { code: 'not-found', status: 404 } })
    for (const entry of [two, three]) rig.settle(entry, { kind: 'rejected', failure: REFUSED })
    expect(valueOf(rig.reader.listNeeds(null))).toMatchObject([
      {
        reason: { kind: 'favorite', code: 'not-found', key: '404' },
        count: 1,
        repairActions: ['remove-copy', 'keep-copy']
      },
      {
        reason: { kind: 'favorite', code: 'refused-fields', key: KEY },
        failure: REFUSED,
        count: 2,
        repairActions: ['retry', 'discard']
      }
    ])
  })
})

describe('batches', () => {
  it('are listed newest first, page by page', () => {
    const rig = verbRig(3)
    for (const record of [1, 2, 3]) star(rig, [record])
    const page = (before: number | null, limit: number) => {
      const { rows, hasMore } = valueOf(rig.reader.listBatches({ before, limit }))
      return [rows.map(({ batch, subject }) => [batch, subject]), hasMore]
    }
    expect(page(null, 2)).toEqual([
      [
        [3, 'Image 3'],
        [2, 'Image 2']
      ],
      true
    ])
    expect(page(2, 2)).toEqual([[[1, 'Image 1']], false])
  })

  it('have items with the statuses of their receipt, and the reason', () => {
    const { rig, batch } = mixed()
    const items = (status: Parameters<typeof rig.reader.listBatchItems>[0]['status'], offset = 0) =>
      valueOf(rig.reader.listBatchItems({ batch, status, offset, limit: 10 }))
    expect(items(null).rows.map(({ record, status }) => [record, status])).toEqual([
      [1, 'needsAttention'],
      [2, 'sending'],
      [3, 'checking']
    ])
    expect([items('waiting').total, items('sending').total, items('checking').rows[0]?.record]).toEqual([2, 1, 3])
    expect(items('needsAttention').rows).toEqual([
      { record: 1, name: 'Image 1', before: false, after: true, status: 'needsAttention', failure: REFUSED, sent: null }
    ])
    expect([items(null, 2).rows.length, items(null, 2).total]).toEqual([1, 3])
    // The reason why an item was replaced is not a failure.
    star(rig, [1], false)
    expect(items('canceled').rows).toMatchObject([{ record: 1, failure: null, sent: null }])
  })

  it('of deletions and creates name their records', () => {
    const rig = verbRig(1)
    const { batch } = valueOf(rig.library.createImage({ form: FORM })).batch
    expect(valueOf(rig.reader.listBatchItems({ batch, status: null, offset: 0, limit: 1 })).rows).toMatchObject([
      { before: null, after: 'Harbour', status: 'waiting' }
    ])
  })
})

describe('a record', () => {
  it('has a history, newest first, of changes here and elsewhere', () => {
    const rig = verbRig(1)
    star(rig, [1])
    rig.settle(only(rig.claim()), { kind: 'acknowledged' })
    rig.clock.now += 1_000_000
    put(rig.db, [image(1, { name: 'Theirs' })], rig.clock.now)
    rig.clock.now += 1
    valueOf(rig.library.renameImage({ record: 1, name: 'Mine' }))
    rig.settle(only(rig.claim()), { kind: 'rejected', failure: REFUSED })
    expect(valueOf(rig.reader.getRecordHistory({ record: 1 }))).toEqual([
      {
        at: 2_000_001,
        origin: 'here',
        batch: 2,
        field: 'name',
        before: 'Theirs',
        after: 'Mine',
        status: 'needsAttention',
        failure: REFUSED,
        sent: null
      },
      {
        at: 2_000_000,
        origin: 'elsewhere',
        batch: null,
        field: 'name',
        before: 'Image 1',
        after: 'Theirs',
        status: null,
        failure: null,
        sent: null
      },
      {
        at: 1_000_000,
        origin: 'here',
        batch: 1,
        field: 'favorite',
        before: false,
        after: true,
        status: 'done',
        failure: null,
        sent: null
      }
    ])
  })

  it('has details: every result as a line, other data as sent', () => {
    const rig = verbRig(0)
    const shown = {
      ...image(7, {
        description: 'p'.repeat(400),
        results: ['a', { b: 1 }],
        result: 'f.png',
        url: '/f.png',
        updatedAt: 9
      }),
      other: { seed: 4 }
    }
    const [record] = put(rig.db, [shown], 55)
    expect(valueOf(rig.reader.getImage({ record: record ?? 0 }))).toMatchObject({
      id: '7',
      description: 'p'.repeat(400),
      results: ['a', '{"b":1}'],
      resultFile: 'f.png',
      url: '/f.png',
      updatedAt: 9,
      readAt: 55,
      other: '{"seed":4}',
      isKeptCopy: false,
      row: { name: 'Image 7', stage: null }
    })
    expect(valueOf(rig.reader.getCreateForm({ record: record ?? 0 }))).toMatchObject({
      name: 'Image 7',
      resolution: '',
      style: null
    })
    for (const request of [rig.reader.getImage, rig.reader.getCreateForm]) {
      expect(request({ record: 99 })).toMatchObject({ failure: { code: 'unknown-record' } })
    }
  })
})
