import { describe, expect, it } from 'vitest'
import { image, put, valueOf } from '../../../../test/helpers/temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from '../../../../test/helpers/verb-rig.ts'
import type { SentAlong } from '../../../shared/batch.ts'
import { DELETE_GRACE_PERIOD_MS } from '../../../shared/limits.ts'
import { changesSince, currentRevision } from './change-log.ts'
import { applyImages } from './images.ts'
import { adoptImage } from './merge-records.ts'
import { nextSequence, readMeta } from './meta.ts'
import { entryToSend } from './outbox.ts'
import { removeRecords } from './removals.ts'
import { sentOfCode } from './sent-along.ts'
import { settleEntries } from './settle-entry.ts'
import { readFlags } from './write-image.ts'

const LOST = { kind: 'unknown', failure: { code: 'timed-out' } } as const
const DONE = { kind: 'acknowledged' } as const
const UNCHANGED = { kind: 'unchanged' } as const
const READY = { kind: 'ready' } as const

const setFavorite = ({ library }: VerbRig, records: readonly number[], favorite = true): number =>
  valueOf(library.setFavorite({ records: Uint32Array.from(records), favorite })).batch.batch
const rename = ({ library }: VerbRig, record: number, name: string): number =>
  valueOf(library.renameImage({ record, name })).batch.batch
const remove = ({ library }: VerbRig, record: number): number =>
  valueOf(library.deleteImages({ records: Uint32Array.of(record) })).batch.batch
const named = (name: string) => [image(1, { name, favorite: false, results: ['r1'] })]
const starred = (favorite: boolean) => [image(1, { favorite, results: ['r1'] })]

/** Returns the records of every change logged since a revision, with its kinds. */
const logged = ({ db }: VerbRig, since: number) =>
  (changesSince(db, since) ?? []).map(({ kinds, records }) => ({ kinds, records: [...(records ?? [])] }))

describe('the results sent with an update', () => {
  const itemOf = (sent: SentAlong | null) => {
    const rig = verbRig(1)
    setFavorite(rig, [1])
    rig.settle(only(rig.claim()), { ...DONE, sent })
    const item = only(
      rig.db.all<{ reason: string | null; sent: number | null }>('SELECT reason, sent FROM batch_items')
    )
    return { reason: item.reason, sent: item.sent === null ? null : sentOfCode(item.sent) }
  }

  it('are stored with its item, including the age of a copy', () => {
    expect(itemOf({ results: 'url', copyOf: 7, showsOther: true })).toEqual({
      reason: '{"copyOf":7}',
      sent: { results: 'url', showsOther: true }
    })
  })

  it('have no age if they were just read, and are null if none were sent', () => {
    expect(itemOf({ results: 'results', copyOf: null, showsOther: false })).toEqual({
      reason: null,
      sent: { results: 'results', showsOther: false }
    })
    expect(itemOf(null)).toEqual({ reason: null, sent: null })
  })

  it('are not stored with a newer item that needed no update', () => {
    const rig = verbRig(1)
    setFavorite(rig, [1])
    const entry = only(rig.claim())
    for (const favorite of [false, true]) setFavorite(rig, [1], favorite)
    rig.settle(entry, { ...DONE, sent: { results: 'url', copyOf: null, showsOther: false } })
    expect(rig.db.all('SELECT outcome, sent IS NULL AS isNone FROM batch_items')).toEqual([
      { outcome: 'done', isNone: 0 },
      { outcome: 'canceled', isNone: 1 },
      { outcome: 'unchanged', isNone: 1 }
    ])
  })
})

describe('a read that finds the sent value in place while a newer one is queued', () => {
  const behind = (isLost: boolean) => {
    const rig = verbRig(1)
    const first = setFavorite(rig, [1])
    const sent = only(rig.claim())
    if (isLost) rig.settle(sent, LOST)
    const second = setFavorite(rig, [1], false)
    const settled = rig.settle(sent, UNCHANGED, starred(true))
    return { rig, first, second, settled }
  }

  it.each([
    [false, { size: 1, unchanged: 1 }],
    [true, { size: 1, done: 1 }]
  ])('ends the older item (response lost: %s) and sends the newer value', (isLost, counts) => {
    const { rig, first, second, settled } = behind(isLost)
    expect([rig.receipt(first), rig.receipt(second)]).toEqual([counts, { size: 1, waiting: 1 }])
    expect(new Set(settled.batches)).toEqual(new Set([first, second]))
    expect(only(rig.claim())).toMatchObject({ want: false, mirror: { favorite: true } })
  })

  it('lets the newer name replace our own older name', () => {
    const rig = verbRig(1)
    const first = rename(rig, 1, 'First')
    const sent = only(rig.claim())
    rename(rig, 1, 'Second')
    rig.settle(sent, UNCHANGED, named('First'))
    expect(rig.receipt(first)).toEqual({ size: 1, unchanged: 1 })
    expect(only(rig.claim())).toMatchObject({ name: 'Second', baseName: 'First' })
  })
})

describe('a newer name queued after one that was sent', () => {
  const sent = () => {
    const rig = verbRig(1)
    const first = rename(rig, 1, 'First')
    const entry = only(rig.claim())
    return { rig, first, entry }
  }

  it('replaces it after it was accepted', () => {
    const { rig, entry } = sent()
    rename(rig, 1, 'Second')
    rig.settle(entry, DONE, named('First'))
    expect(only(rig.claim())).toMatchObject({ name: 'Second', baseName: 'First' })
  })

  it.each([
    { kind: 'rejected', failure: { code: 'refused-fields' } },
    { kind: 'postponed', notBefore: 2_000_000, failure: { code: 'service-error' }, countsAttempt: true }
  ] as const)('is sent at once if the first one is %o', (outcome) => {
    const { rig, entry } = sent()
    rename(rig, 1, 'Second')
    rig.settle(entry, outcome)
    expect(rig.db.value('SELECT last_failure FROM outbox')).toBeNull()
    expect(only(rig.claim()).name).toBe('Second')
  })

  it('keeps the name in its response over a list that was requested later and read first', () => {
    const { rig, entry } = sent()
    const requestSequence = nextSequence(rig.db)
    put(rig.db, [image(1, { name: 'Image 1', favorite: false, results: ['r1', 'r2'] })], 7_000)
    const [shown] = named('First, trimmed')
    rig.settle(entry, DONE, shown === undefined ? [] : [{ ...shown, requestSequence }])
    expect(rig.db.value('SELECT name FROM images WHERE record = 1')).toBe('First, trimmed')
  })

  it('does not block other news of a list that was requested before the response arrived', () => {
    const { rig, entry } = sent()
    const [claimedAt, listedAt] = [nextSequence(rig.db), nextSequence(rig.db)]
    const [shown] = named('First')
    rig.settle(entry, DONE, shown === undefined ? [] : [{ ...shown, requestSequence: claimedAt }])
    const listed = image(1, { name: 'First', style: 'anime', favorite: false, results: ['r1'] })
    applyImages(rig.db, { records: [listed], requestSequence: listedAt, readAt: 7_000, pass: null })
    expect(rig.db.value('SELECT style FROM images WHERE record = 1')).toBe('anime')
  })

  it('replaces the name that the user saw if the first one never arrived', () => {
    const { rig, first, entry } = sent()
    rig.settle(entry, LOST)
    rename(rig, 1, 'Second')
    rig.settle(entry, READY, named('By another client'))
    expect(rig.receipt(first)).toEqual({ size: 1, canceled: 1 })
    expect(only(rig.claim())).toMatchObject({ name: 'Second', baseName: 'Image 1' })
  })

  it('ends with it if the service already has the newer name', () => {
    const { rig, first, entry } = sent()
    const second = rename(rig, 1, 'Second')
    rig.settle(entry, READY, named('Second'))
    expect([rig.receipt(first), rig.receipt(second)]).toEqual([
      { size: 1, canceled: 1 },
      { size: 1, unchanged: 1 }
    ])
    expect(rig.claim()).toEqual([])
  })
})

describe('a value without a confirmed response', () => {
  it('is done if a read returns it after the response was lost', () => {
    const rig = verbRig(1)
    const batch = setFavorite(rig, [1])
    const entry = only(rig.claim())
    rig.settle(entry, LOST)
    rig.settle(entry, READY, starred(true))
    expect([rig.receipt(batch), rig.claim()]).toEqual([{ size: 1, done: 1 }, []])
  })

  it('is pending again without a failure, and without a base name for a favorite', () => {
    const rig = verbRig(1)
    setFavorite(rig, [1])
    const entry = only(rig.claim())
    rig.settle(entry, READY)
    expect(rig.db.value('SELECT last_failure FROM outbox')).toBeNull()
    const again = only(rig.claim())
    setFavorite(rig, [1], false)
    rig.settle(again, DONE)
    expect(only(rig.claim()).baseName).toBeNull()
  })

  it('is not acknowledged by a read, so a stale response is trusted immediately', () => {
    const rig = verbRig(1)
    setFavorite(rig, [1])
    rig.settle(only(rig.claim()), UNCHANGED, starred(true))
    expect(readFlags(rig.db, 1)).toMatchObject({ favorite: 1, acked_at: null })
  })

  it('is trusted in the response to its own lookup, soon after another value was acknowledged', () => {
    const rig = verbRig(1)
    setFavorite(rig, [1])
    rig.settle(only(rig.claim()), DONE)
    const off = setFavorite(rig, [1], false)
    const entry = only(rig.claim())
    rig.settle(entry, LOST)
    rig.settle(entry, READY, starred(false))
    expect([rig.receipt(off), rig.claim()]).toEqual([{ size: 1, done: 1 }, []])
  })
})

describe('a deletion', () => {
  const sent = () => {
    const rig = verbRig(2)
    const batch = remove(rig, 1)
    rig.clock.now += DELETE_GRACE_PERIOD_MS
    return { rig, batch, entry: only(rig.claim()) }
  }

  it('of a record that is already gone needs no second request', () => {
    const { rig, batch, entry } = sent()
    removeRecords(rig.db, { records: [1], now: rig.clock.now, sequence: nextSequence(rig.db), isKept: false })
    expect(rig.settle(entry, READY).removed).toEqual([1])
    expect([rig.receipt(batch), rig.claim()]).toEqual([{ size: 1, unchanged: 1 }, []])
  })

  it('that was not sent keeps the record', () => {
    const { rig, batch, entry } = sent()
    expect(rig.settle(entry, READY)).toMatchObject({ removed: [], batches: [batch] })
    expect(rig.claim()).toHaveLength(1)
  })

  it('that is done removes the record from searches', () => {
    const { rig, entry } = sent()
    rig.settle(entry, DONE)
    expect([rig.view({ search: 'image' }), rig.view()]).toEqual([[2], [2]])
  })
})

describe('a response', () => {
  it('to an entry that was not claimed affects only its own batch', () => {
    const rig = verbRig(1)
    const batch = setFavorite(rig, [1])
    const entry = rig.db.value<number>('SELECT entry FROM outbox') ?? -1
    expect(rig.settle({ entry, revision: 1 }, READY).batches).toEqual([batch])
  })

  it('is logged only for the records that it changed', () => {
    const rig = verbRig(2)
    setFavorite(rig, [1])
    const before = currentRevision(rig.db)
    rig.settle(only(rig.claim()), DONE)
    expect(logged(rig, before)).toEqual([{ kinds: 1, records: [1] }])
  })

  it('stores the sequence number if it changed something', () => {
    const rig = verbRig(1)
    const sequence = () => readMeta(rig.db, 'sequence')
    const before = sequence()
    rig.settle({ entry: 77, revision: 1 }, DONE)
    expect(sequence()).toBe(before)
    setFavorite(rig, [1])
    rig.settle(only(rig.claim()), DONE)
    expect(sequence()).toBe(String(rig.db.clock.sequence))
    expect(sequence()).not.toBe(before)
  })

  it('without a name keeps the name that was sent', () => {
    const rig = verbRig(1)
    rename(rig, 1, 'Pier')
    rig.settle(only(rig.claim()), DONE, [{ id: '1', fields: { favorite: false }, other: {} }])
    expect(rig.db.value('SELECT name FROM images')).toBe('Pier')
  })
})

describe('a create that became an image', () => {
  const found = image('70', { name: FORM.name, favorite: false })
  const ordered = () => {
    const rig = verbRig(0)
    const { record } = valueOf(rig.library.createImage({ form: FORM }))
    return { rig, record, create: only(rig.claimCreates()) }
  }
  const created = (rig: VerbRig) => ({ kind: 'created', image: found, requestSequence: nextSequence(rig.db) }) as const

  it('keeps its record, even if the same response contains the image', () => {
    const { rig, record, create } = ordered()
    const before = currentRevision(rig.db)
    expect(rig.settle(create, created(rig), [found])).toMatchObject({ changed: [record], removed: [] })
    expect(logged(rig, before).map(({ records }) => records)).toEqual([[record]])
    expect(rig.view()).toEqual([record])
  })

  it('logs the record that was merged into it', () => {
    const { rig, record, create } = ordered()
    rig.settle(create, LOST)
    const [pulled = 0] = put(rig.db, [found])
    const before = currentRevision(rig.db)
    rig.settle(create, created(rig))
    expect(logged(rig, before).map(({ records }) => records)).toEqual([[record, pulled]])
  })

  it('keeps its record if the same result arrives again', () => {
    const { rig, record, create } = ordered()
    rig.settle(create, created(rig))
    const again = {
      record,
      image: found,
      requestSequence: nextSequence(rig.db),
      now: 5,
      sequence: nextSequence(rig.db)
    }
    expect(adoptImage(rig.db, again)).toEqual([])
    expect([rig.view(), valueOf(rig.reader.getImage({ record })).id]).toEqual([[record], '70'])
  })
})

it('the deletion of a project is read, and ignores a result for another revision', () => {
  const rig = verbRig(0)
  rig.db.run("INSERT INTO records (grp, service_id, first_seen_at) VALUES ('projects', 'a.example.org', 0)")
  rig.db.run(
    "INSERT INTO projects (record, project, project_key, read_at, request_sequence) VALUES (1, 'a', 'a', 0, 0)"
  )
  valueOf(rig.library.deleteProject({ record: 1 }))
  const entry = rig.db.value<number>('SELECT entry FROM outbox') ?? -1
  const found = entryToSend(rig.db, { entry, now: Number.MAX_SAFE_INTEGER, group: 'projects' })
  expect(found).toMatchObject({ kind: 'delete-project', group: 'projects' })
  const result = { entry, revision: 9, outcome: DONE }
  expect(
    settleEntries(rig.db, { results: [result], images: [], now: 1, sequence: nextSequence(rig.db) }).changed
  ).toEqual([])
})
