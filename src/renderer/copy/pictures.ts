/** What stands in the place of a preview that is not there. */
import type { PictureProblem } from '../../shared/picture-info.ts'

export const pictureCopy = {
  loading: 'Loading…',
  none: 'No preview yet',
  notHere: 'Not downloaded yet',
  retry: 'Retry'
} as const

const WHY: Readonly<Record<PictureProblem['code'], (host: string) => string>> = {
  'private-host': (host) => `${host} is on a private network. Allow it in Settings.`,
  'not-found': (host) => `Preview not found on ${host}`,
  refused: (host) => `${host} refused to send this preview`,
  'host-trouble': (host) => `${host} is having problems`,
  unreachable: (host) => `${pictureCopy.notHere}. Can’t reach ${host}.`,
  'bad-address': () => 'The preview’s address isn’t a web address',
  'too-large': () => 'This preview is too large to show',
  'too-slow': () => 'This preview took too long to open',
  'not-a-picture': () => 'The preview’s file can’t be shown as an image'
}

/** Why there is no preview; `null` if nothing went wrong. Short, because a tile shows a few lines. */
export function pictureProblemText(problem: PictureProblem | null): string {
  if (problem === null) return pictureCopy.notHere
  return WHY[problem.code]('host' in problem ? problem.host : '')
}
