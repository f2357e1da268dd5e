/** What an update carried beside what the person asked for: the interface demands some results with each. */
import type { SentAlong } from '../../shared/batch.ts'
import { clockText } from './time.ts'

const texts: Readonly<Record<SentAlong['results'], string>> = {
  results: 'Sent with its results',
  'empty-results': 'Sent with its empty list of results',
  result: 'Sent with its file as the result',
  url: 'Sent with its address as the result',
  nothing: 'Sent without results, as none are known'
}

/** "Sent from a copy of 10:42. The service shows other results." '' for what carried none. `now` in ms since epoch. */
export function sentText(sent: SentAlong | null, now: number): string {
  if (sent === null) return ''
  const { results, copyOf, showsOther } = sent
  const how = copyOf === null ? texts[results] : `Sent from a copy of ${clockText(copyOf, now)}`
  return showsOther ? `${how}. The service shows other results.` : how
}
