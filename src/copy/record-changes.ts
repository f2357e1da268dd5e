/** Words about one record: what of it waits or needs a person, and what became of it so far. */
import type { ItemValue, OutcomeWord, RecordEvent, SentAlong } from '../shared/batch.ts'
import type { ChangeRow } from '../shared/change.ts'
import type { RecordStage } from '../shared/image.ts'
import type { SendTime } from '../shared/said.ts'
import { formatCount, formatTime, plural } from './format.ts'
import { stageText } from './create.ts'
import { clockText, momentText } from './time.ts'

/** What a change is about, at the start of a sentence. */
const subjects: Readonly<Record<ChangeRow['kind'], (after: ItemValue) => string>> = {
  favorite: (after) => (after === false ? 'Removal from Favorites' : 'Favorite'),
  name: (after) => `Name “${String(after ?? '')}”`,
  delete: () => 'Deletion',
  create: () => 'New image',
  'delete-project': () => 'Deletion',
  other: () => 'Change from a newer version'
}

const words: Readonly<Record<ChangeRow['word'], string>> = {
  waiting: 'pending',
  sending: 'being sent',
  checking: 'sent without a response, checking',
  needsYou: 'needs attention'
}

/** While the service cannot be reached nothing is on its way, and nothing is looked up. */
const wordsOutOfReach: Readonly<Partial<Record<ChangeRow['word'], string>>> = {
  sending: words.waiting,
  checking: 'sent, not confirmed'
}

/** "Favorite pending", "Deletes at 10:42". `now` in ms. */
export function changeText(
  change: ChangeRow,
  { stage, time, now }: { readonly stage: RecordStage | null; readonly time: SendTime; readonly now: number }
): string {
  const { kind, after, word, holdUntil } = change
  if (kind === 'create' && stage !== null && stage !== 'delete-waiting') {
    const isLookedUp = stage === 'create-checking' && time !== 'when-reached'
    return isLookedUp ? 'Sent without a response. Checking whether it exists.' : stageText(stage, time)
  }
  if (kind === 'delete' && word === 'waiting' && time === 'now' && holdUntil !== null && holdUntil > now) {
    return `Deletes at ${formatTime(holdUntil)}`
  }
  const out = time === 'when-reached' ? wordsOutOfReach[word] : undefined
  return `${subjects[kind](after)} ${out ?? words[word]}`
}

/** "Batch 14, today 10:42, tried 2 times". */
export function changeOrigin({ batch, askedAt, tries, isHeld }: ChangeRow, now: number): string {
  const parts = [`Batch ${formatCount(batch)}`, momentText(askedAt, now)]
  if (tries > 0) parts.push(plural(tries, { one: 'tried once', other: `tried ${formatCount(tries)} times` }))
  if (isHeld) parts.push('its batch is paused')
  return parts.join(', ')
}

/** Label of "discard" where the change is the whole record, or its end; null = the usual one. */
export function discardLabel(kind: ChangeRow['kind']): string | null {
  if (kind === 'create') return 'Discard this image…'
  return kind === 'delete' ? 'Keep this image' : null
}

const onOff = (value: ItemValue): string => (value === true ? 'on' : 'off')

/** "Favorite: off → on", "Renamed from “Harbour 3”". */
export function eventText({ field, before, after, origin }: RecordEvent): string {
  if (field === 'favorite') return `Favorite: ${onOff(before)} → ${onOff(after)}`
  if (field === 'results') return 'Results changed'
  if (field === 'name') return before ? `Renamed from “${String(before)}”` : `Named “${String(after ?? '')}”`
  if (after !== null && after !== false) return 'Created'
  return origin === 'here' ? 'Deleted' : 'No longer on the service'
}

const outcomes: Readonly<Record<OutcomeWord, string>> = {
  waiting: 'pending',
  sending: 'sending',
  checking: 'checking',
  done: 'done',
  alreadySo: 'unchanged',
  needsYou: 'needs attention',
  takenBack: 'canceled'
}

/** "today 10:42, pending", "24 Nov 2026, 18:20, changed elsewhere". */
export function eventPlace({ at, word }: Pick<RecordEvent, 'at' | 'word'>, now: number): string {
  return `${momentText(at, now)}, ${word === null ? 'changed elsewhere' : outcomes[word]}`
}

// What an update carried besides the requested change: the interface demands results with each update.

const texts: Readonly<Record<SentAlong['results'], string>> = {
  results: 'Sent with its results',
  'empty-results': 'Sent with an empty result list',
  result: 'Sent with the image file as the result',
  url: 'Sent with the image URL as the result',
  nothing: 'Sent without results (none known)'
}

/** "Sent with results from 10:42. The service shows different results." '' for what carried none. `now` in ms since epoch. */
export function sentText(sent: SentAlong | null, now: number): string {
  if (sent === null) return ''
  const { results, copyOf, showsOther } = sent
  const how = copyOf === null ? texts[results] : `Sent with results from ${clockText(copyOf, now)}`
  return showsOther ? `${how}. The service shows different results.` : how
}
