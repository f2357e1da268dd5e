/** One picture stands in a library under two numbers, words are said of both, and then the two become one. */
import type { PushEntry } from '../../src/main/engine/domain/entry.ts'
import { nextTick } from '../../src/main/engine/storage/meta.ts'
import { unknownEntries } from '../../src/main/engine/storage/outbox.ts'
import { image, put, valueOf } from './temporary-library.ts'
import { FORM, only, verbRig, type VerbRig } from './verb-rig.ts'

const ID = '6'
/** 0: the number that was created here, 1: the one that a page brought in. */
type Side = 0 | 1
export type Move =
  | { readonly does: 'say'; readonly side: Side; readonly value: boolean }
  /** What waits for the pulled number is handed over; nothing can go for the other one, which has no id yet. */
  | { readonly does: 'send' }
  | { readonly does: 'answer'; readonly how: 'acknowledged' | 'ready' | 'unknown' }
  /** Somebody reads the record, and what they read is what the create is found by. */
  | { readonly does: 'ask' }
  /** What waits for the created number is given up: nothing is wanted of it any more. */
  | { readonly does: 'discard' }

interface Kind {
  /** Says it of the record; a name stands for each of the two values. */
  readonly say: (rig: VerbRig, record: number, value: boolean) => void
  readonly fieldsNow: (value: boolean) => { readonly favorite?: boolean; readonly name?: string }
  readonly shown: (rig: VerbRig, record: number) => boolean
}

const NAMES = [FORM.name, 'Quay'] as const
const nameOf = (value: boolean): string => NAMES[value ? 1 : 0]

const row = ({ reader }: VerbRig, record: number) => valueOf(reader.getImages({ records: Uint32Array.of(record) }))[0]

export const KINDS: Readonly<Record<'favorite' | 'name', Kind>> = {
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
  valueOf(rig.library.repairChanges({ target: { kind: 'entries', entries }, remedy: 'discard', choice: null }))
}

/** Plays the moves, makes the two numbers one, sends all that is left. */
export function play(kind: Kind, moves: readonly Move[]) {
  const rig = verbRig(0)
  const { record } = valueOf(rig.library.createImage({ form: FORM }))
  const create = only(rig.claimCreates())
  rig.settle(create, { kind: 'unknown', failure: FAILURE })
  const looks = { name: FORM.name, results: ['r6'] }
  const [twin = 0] = put(rig.db, [image(ID, { ...looks, favorite: false })])
  const service = { value: false }
  let flying: PushEntry | null = null
  const answer = (entry: PushEntry, how: 'acknowledged' | 'ready' | 'unknown') => {
    if (how !== 'acknowledged')
      return rig.settle(entry, how === 'ready' ? { kind: how } : { kind: how, failure: FAILURE })
    service.value = entry.name === null ? entry.want : entry.name === nameOf(true)
    return rig.settle(entry, { kind: how }, [image(ID, kind.fieldsNow(service.value))])
  }
  let found = { value: false, askedAt: 0 }
  const ask = () => ({ value: service.value, askedAt: nextTick(rig.db) })
  /** `isEcho`: it changed nothing of what is shown, and something waits all the same. */
  const said: { side: Side; value: boolean; isWish: boolean; isEcho: boolean }[] = []
  for (const move of moves) {
    if (move.does === 'say') {
      const number = move.side === 0 ? record : twin
      const isSame = kind.shown(rig, number) === move.value
      kind.say(rig, number, move.value)
      const isWish = waiting(rig, record).length > 0
      said.push({ ...move, isWish, isEcho: isWish && isSame })
    } else if (move.does === 'discard') {
      const isWaiting = waiting(rig, record).length > 0
      discardValues(rig, record)
      const shown = kind.shown(rig, record)
      // What had nothing to send before the wish that is given up stands again; so does what was said of it since, where
      // that is what is shown without the wish.
      const left = said.filter(
        ({ side, value, isWish, isEcho }) => side === 1 || !isWish || (isEcho && value === shown)
      )
      if (isWaiting) said.splice(0, said.length, ...left)
    } else if (move.does === 'ask') found = ask()
    else if (move.does === 'send') flying ??= rig.claim()[0] ?? null
    else if (flying !== null) {
      answer(flying, move.how)
      flying = null
    }
  }
  if (found.askedAt === 0) found = ask()
  const { value, askedAt } = found
  rig.settle(create, { kind: 'created', image: image(ID, { ...looks, ...kind.fieldsNow(value) }), askedAt })
  const shownAtOnce = kind.shown(rig, record)
  if (flying !== null) answer(flying, 'acknowledged')
  const unknown = unknownEntries(rig.db, { group: 'images', limit: 9, now: Number.MAX_SAFE_INTEGER })
  for (const lost of unknown) rig.settle(lost, { kind: 'ready' })
  for (let round = 0; round < 3; round += 1) for (const entry of rig.claim()) answer(entry, 'acknowledged')
  return { rig, record, said: said.at(-1)?.value ?? false, shownAtOnce, service: service.value }
}
