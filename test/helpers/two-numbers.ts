/** One image has two record numbers in a library, changes are made to both, and then the two are merged. */
import type { PushEntry } from '../../src/main/engine/domain/entry.ts'
import { nextSequence } from '../../src/main/engine/storage/meta.ts'
import { unknownEntries } from '../../src/main/engine/storage/outbox.ts'
import { image, put, valueOf } from './temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from './verb-rig.ts'

const ID = '6'
/** 0: the number that was created here; 1: the number that a page brought in. */
type Side = 0 | 1
export type Move =
  | { readonly does: 'say'; readonly side: Side; readonly value: boolean }
  /** Sends the pending changes of the pulled number; the other one has no id yet, so its changes cannot be sent. */
  | { readonly does: 'send' }
  | { readonly does: 'answer'; readonly how: 'acknowledged' | 'ready' | 'unknown' }
  /** The record is read individually, and the response matches the create. */
  | { readonly does: 'ask' }
  /** Discards the pending changes of the created number, so it has no desired value. */
  | { readonly does: 'discard' }

interface Kind {
  /** Changes the record; a name stands for each of the two values. */
  readonly say: (rig: VerbRig, record: number, value: boolean) => void
  readonly fieldsNow: (value: boolean) => { readonly favorite?: boolean; readonly name?: string }
  readonly shown: (rig: VerbRig, record: number) => boolean
}

const NAMES = [FORM.name, 'Quay'] as const
const nameOf = (value: boolean): string => NAMES[value ? 1 : 0]

const row = ({ reader }: VerbRig, record: number) => valueOf(reader.getImages({ records: Uint32Array.of(record) }))[0]

const KINDS: Readonly<Record<'favorite' | 'name', Kind>> = {
  favorite: {
    say: ({ library }, record, favorite) => {
      valueOf(library.setFavorite({ records: Uint32Array.of(record), favorite }))
    },
    fieldsNow: (value) => ({ favorite: value }),
    shown: (rig, record) => row(rig, record)?.favorite === true
  },
  name: {
    say: ({ library }, record, value) => void valueOf(library.renameImage({ record, name: nameOf(value) })),
    fieldsNow: (value) => ({ name: nameOf(value) }),
    shown: (rig, record) => row(rig, record)?.name === nameOf(true)
  }
}

const FAILURE = { code: 'timed-out' } as const

const waiting = ({ db }: VerbRig, record: number): number[] =>
  db.column("SELECT entry FROM outbox WHERE record = ? AND kind IN ('favorite', 'name')", [record])

function discardValues(rig: VerbRig, record: number): void {
  const entries = waiting(rig, record)
  valueOf(rig.library.repairChanges({ target: { kind: 'entries', entries }, repairAction: 'discard', choice: null }))
}

/** SQL: entries without a pending item, and pending items without an entry. */
const ADRIFT = `WITH entry AS (SELECT record, batch FROM outbox
    UNION SELECT record, sent_batch FROM entries WHERE sent_batch IS NOT NULL),
  item AS (SELECT record, batch FROM batch_items WHERE outcome = 'waiting')
  SELECT * FROM (SELECT * FROM entry EXCEPT SELECT * FROM item)
  UNION ALL SELECT * FROM (SELECT * FROM item EXCEPT SELECT * FROM entry)`

/** Plays the moves, merges the two numbers, and sends all that is left. */
function play(kind: Kind, moves: readonly Move[]) {
  const rig = verbRig(0)
  const { record } = valueOf(rig.library.createImage({ form: FORM }))
  const create = only(rig.claimCreates())
  rig.settle(create, { kind: 'unknown', failure: FAILURE })
  const facets = { name: FORM.name, results: ['r6'] }
  const [twin = 0] = put(rig.db, [image(ID, { ...facets, favorite: false })])
  const service = { value: false }
  let inFlight: PushEntry | null = null
  const answer = (entry: PushEntry, how: 'acknowledged' | 'ready' | 'unknown') => {
    if (how !== 'acknowledged')
      return rig.settle(entry, how === 'ready' ? { kind: how } : { kind: how, failure: FAILURE })
    service.value = entry.name === null ? entry.want : entry.name === nameOf(true)
    return rig.settle(entry, { kind: how }, [image(ID, kind.fieldsNow(service.value))])
  }
  let found = { value: false, requestSequence: 0 }
  const readService = () => ({ value: service.value, requestSequence: nextSequence(rig.db) })
  /** `isEcho`: it changed nothing on screen, but an entry is pending. */
  const changes: { side: Side; value: boolean; hasEntry: boolean; isEcho: boolean }[] = []
  for (const move of moves) {
    if (move.does === 'say') {
      const number = move.side === 0 ? record : twin
      const isSame = kind.shown(rig, number) === move.value
      kind.say(rig, number, move.value)
      const hasEntry = waiting(rig, record).length > 0
      changes.push({ ...move, hasEntry, isEcho: hasEntry && isSame })
    } else if (move.does === 'discard') {
      const isWaiting = waiting(rig, record).length > 0
      discardValues(rig, record)
      const shown = kind.shown(rig, record)
      // A change that had nothing to send before the discarded one counts again; so does every later change that equals
      // what is shown without the discarded one.
      const left = changes.filter(
        ({ side, value, hasEntry, isEcho }) => side === 1 || !hasEntry || (isEcho && value === shown)
      )
      if (isWaiting) changes.splice(0, changes.length, ...left)
    } else if (move.does === 'ask') found = readService()
    else if (move.does === 'send') inFlight ??= rig.claim()[0] ?? null
    else if (inFlight !== null) {
      answer(inFlight, move.how)
      inFlight = null
    }
  }
  if (found.requestSequence === 0) found = readService()
  const { value, requestSequence } = found
  rig.settle(create, { kind: 'created', image: image(ID, { ...facets, ...kind.fieldsNow(value) }), requestSequence })
  const shownAtOnce = kind.shown(rig, record)
  const adrift = rig.db.all(ADRIFT)
  if (inFlight !== null) answer(inFlight, 'acknowledged')
  const unknown = unknownEntries(rig.db, { group: 'images', limit: 9, now: Number.MAX_SAFE_INTEGER })
  for (const lost of unknown) rig.settle(lost, { kind: 'ready' })
  for (let round = 0; round < 3; round += 1) for (const entry of rig.claim()) answer(entry, 'acknowledged')
  return { rig, record, said: changes.at(-1)?.value ?? false, adrift, shownAtOnce, service: service.value }
}

/** Plays the moves, and returns the value that was set last, what became of it, and what is wrong in the library. */
export function outcomeOf(name: 'favorite' | 'name', moves: readonly Move[]) {
  const kind = KINDS[name]
  const { rig, record, said, adrift, shownAtOnce, service } = play(kind, moves)
  const open = 'SELECT batch FROM outbox UNION ALL SELECT batch FROM batches WHERE finished_at IS NULL OR waiting > 0'
  const miscounted = `SELECT batch FROM batches b WHERE size <> (SELECT count(*) FROM batch_items i
      WHERE i.batch = b.batch) OR waiting <> (SELECT count(*) FROM batch_items i
      WHERE i.batch = b.batch AND i.outcome = 'waiting')`
  const wrong = [...adrift, ...rig.db.column(open), ...rig.db.column(miscounted)]
  return { desired: said, became: { shownAtOnce, service, shown: kind.shown(rig, record), wrong } }
}

/** `became`, if the value counted in all respects. */
export const counted = (value: boolean) => ({ shownAtOnce: value, service: value, shown: value, wrong: [] })
