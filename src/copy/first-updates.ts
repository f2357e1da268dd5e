/** Words about the first updates on a connection: what one of them changed besides, and what the service does not show. */
import type { FieldChange } from '../shared/failure.ts'
import { formatCount, plural } from './format.ts'
import { lookLabel } from './looks.ts'

export const firstUpdateCopy = {
  changedMore: 'The service also changed other fields',
  writtenBack: 'Restores every value the service lets Proofsheet change.',
  nothingMore: 'This batch is on hold until you decide.',
  notShown: 'Accepted changes aren’t showing',
  writeBack: 'Restore previous values'
} as const

/** Names as the screens call them; others as the service does. */
const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Prompt',
  ...lookLabel,
  favorite: 'Favorite',
  results: 'Results',
  result: 'File',
  createdAt: 'Created'
}

const MOST = 4
const valueOf = (value: string | null): string => (value === null ? 'empty' : `“\u2068${value}\u2069”`)

/** "Name: “Quay” → empty. Style: “anime” → empty. 2 more fields changed." */
export function changesText(changes: readonly FieldChange[]): string {
  const shown = changes
    .slice(0, MOST)
    .map(({ field, before, after }) => `${labels[field] ?? field}: ${valueOf(before)} → ${valueOf(after)}.`)
  const left = changes.length - shown.length
  const more = plural(left, { one: '1 more field changed.', other: `${formatCount(left)} more fields changed.` })
  return (left > 0 ? [...shown, more] : shown).join(' ')
}

/** What goes on does to each of the others: "Sending the remaining 9,999 would also change, for each: Name, Style." */
export function harmText(left: number, changes: readonly FieldChange[]): string {
  const fields = changes.map(({ field }) => labels[field] ?? field).join(', ')
  if (left === 0 || fields === '') return ''
  return plural(left, {
    one: `Sending the remaining one would also change: ${fields}.`,
    other: `Sending the remaining ${formatCount(left)} would also change, for each: ${fields}.`
  })
}

/** "Send remaining 9,999 anyway": the answer that goes on. */
export function sendAnywayLabel(left: number): string {
  return plural(left, { one: 'Send the remaining one anyway', other: `Send remaining ${formatCount(left)} anyway` })
}

/** What was looked for in vain, and that it is in nobody's favorites for sure. */
export function notShownBody(count: number): string {
  const what = plural(count, {
    one: 'The service accepted 1 change but didn’t show it two minutes later. It was ignored, or someone changed it back.',
    other: `The service accepted ${formatCount(count)} changes but didn’t show them two minutes later. They were ignored, or someone changed them back.`
  })
  return `${what} ${firstUpdateCopy.nothingMore}`
}
