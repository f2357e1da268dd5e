/** What an update carried beside what the person asked for: the interface demands some results with each. */
import type { SentAlong } from '../../shared/batch.ts'
import { clockText } from './time.ts'

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
