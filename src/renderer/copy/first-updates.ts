/** Words about the first updates on a connection: what one of them changed besides, and what the service does not show. */
import type { FieldChange } from '../../shared/failure.ts'
import { formatCount, plural } from '../format.ts'

export const firstUpdateCopy = {
  changedMore: 'The service changed more than you asked',
  writtenBack: 'The saved values go back as far as the service lets us write them.',
  nothingMore: 'This batch is on hold until you decide.',
  notShown: 'The service doesn’t show changes it reported as done',
  writeBack: 'Write the saved values back'
} as const

/** Names as the screens call them; others as the service does. */
const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  style: 'Style',
  medium: 'Medium',
  filter: 'Filter',
  resolution: 'Resolution',
  favorite: 'Favorite',
  results: 'Results',
  result: 'File',
  createdAt: 'Created'
}

const MOST = 4
const valueOf = (value: string | null): string => (value === null ? 'nothing' : `“\u2068${value}\u2069”`)

/** "Name: “Quay” became nothing. Style: “anime” became nothing. 2 more fields changed." */
export function changesText(changes: readonly FieldChange[]): string {
  const told = changes
    .slice(0, MOST)
    .map(({ field, before, after }) => `${labels[field] ?? field}: ${valueOf(before)} became ${valueOf(after)}.`)
  const left = changes.length - told.length
  const more = plural(left, { one: '1 more field changed.', other: `${formatCount(left)} more fields changed.` })
  return (left > 0 ? [...told, more] : told).join(' ')
}

/** What goes on does to each of the others: "Sending the other 9,999 would also change, for each: Name, Style." */
export function harmText(left: number, changes: readonly FieldChange[]): string {
  const fields = changes.map(({ field }) => labels[field] ?? field).join(', ')
  if (left === 0 || fields === '') return ''
  return plural(left, {
    one: `Sending the other one would also change: ${fields}.`,
    other: `Sending the other ${formatCount(left)} would also change, for each: ${fields}.`
  })
}

/** "Send the other 9,999 anyway": the answer that goes on. */
export function sendAnywayLabel(left: number): string {
  return plural(left, { one: 'Send the other one anyway', other: `Send the other ${formatCount(left)} anyway` })
}

/** What was looked for in vain, and that it is in nobody's favorites for sure. */
export function notShownBody(count: number): string {
  const what = plural(count, {
    one: '1 change was reported as done, but two minutes later the service doesn’t show it',
    other: `${formatCount(count)} changes were reported as done, but two minutes later the service doesn’t show them`
  })
  return `${what}, or someone changed it back. ${firstUpdateCopy.nothingMore}`
}
