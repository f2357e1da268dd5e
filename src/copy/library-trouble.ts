/** Words of the window when the library cannot be used, and of what a rebuild found. */
import type { LibraryRebuilt, LibraryTrouble } from '../shared/connection.ts'
import type { Failure, FailureCode } from '../shared/failure.ts'
import { formatCount, plural } from './format.ts'
import type { FailureSentence } from './failure-words.ts'
import { failureSentence } from './failures.ts'

export const troubleCopy = {
  tryAgain: 'Try again',
  trying: 'Opening…',
  rebuild: 'Rebuild',
  rebuilding: 'Rebuilding…',
  showFile: 'Show file',
  open: 'Open library',
  quit: 'Quit',
  restarting: 'Part of Proofsheet stopped twice',
  restartingBody: 'Your changes are saved. Try again. If it keeps happening, check the log.',
  rebuilt: 'Your library was rebuilt',
  someLost: 'Some unsent changes can’t be read',
  lostList: 'Changes that were lost'
} as const

const unsentText = (count: number): string =>
  plural(count, {
    one: '1 unsent change was found and will be kept.',
    other: `${formatCount(count)} unsent changes were found and will be kept.`
  })

/** What can be saved of a damaged library; null when nothing of it can be read. */
function salvageText(unsent: number | null): string {
  if (unsent === null) return 'No unsent changes can be read in it.'
  return unsent === 0 ? 'It has no unsent changes.' : unsentText(unsent)
}

/** Headline and body for a library that cannot be used; `details` come a moment after the failure. */
export function troubleSentence(failure: Failure, details: LibraryTrouble | null): FailureSentence {
  const sentence = failureSentence(failure, 'library')
  if (failure.code === 'internal') return { headline: troubleCopy.restarting, body: troubleCopy.restartingBody }
  if (failure.code !== 'library-damaged') return sentence
  const found = details === null ? '' : ` ${salvageText(details.unsent)}`
  return { ...sentence, body: `Proofsheet can rebuild it from the service. The damaged file is kept.${found}` }
}

export type TroubleAction = 'rebuild' | 'try-again' | 'show-file'

const RETRY: readonly TroubleAction[] = ['try-again']
const actions: Readonly<Partial<Record<FailureCode, readonly TroubleAction[]>>> = {
  'library-damaged': ['rebuild', 'show-file'],
  // It is another app's turn: this one must not touch the file.
  'library-newer': [],
  'disk-full': ['try-again', 'show-file'],
  'disk-read-only': ['try-again', 'show-file']
}

/** The next step first. */
export const troubleActions = (code: FailureCode): readonly TroubleAction[] => actions[code] ?? RETRY

/** What a rebuild kept, and of how many. */
export function rebuiltSentence({ kept, lost, setAside }: LibraryRebuilt): FailureSentence {
  const where = `The damaged file is kept as ${setAside}.`
  if (lost.length > 0) {
    const all = formatCount(kept + lost.length)
    return {
      headline: troubleCopy.someLost,
      body: `${formatCount(kept)} of ${all} unsent changes were recovered. ${where}`
    }
  }
  const all = plural(kept, {
    one: '1 unsent change was kept.',
    other: `${formatCount(kept)} unsent changes were kept.`
  })
  return { headline: troubleCopy.rebuilt, body: `${kept === 0 ? 'There were no unsent changes.' : all} ${where}` }
}

/** Several changes may be about records of one name: each name once, with how often it comes. */
export function countNames(names: readonly string[]): { readonly name: string; readonly count: number }[] {
  return [...Map.groupBy(names, (name) => name)].map(([name, all]) => ({ name, count: all.length }))
}
