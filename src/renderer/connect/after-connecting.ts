/** What became of connecting without a test: the first word that the images service, or its silence, gives. */
import type { GroupState, SyncStatus } from '../../shared/sync-status.ts'

/** `later`: it could not be reached and is tried again; `answered`: the screen shows what it said; null: not known yet. */
type FirstWord = 'later' | 'answered' | null

const WORDS: Readonly<Record<GroupState, FirstWord>> = {
  idle: null,
  reading: null,
  sending: null,
  checking: null,
  offline: 'later',
  'not-answering': 'later',
  'up-to-date': 'answered',
  held: 'answered',
  'signed-out': 'answered',
  'no-access': 'answered',
  stopped: 'answered'
}

/** What this status says of the images service; an answer during a pass counts before the pass ends. */
export function firstWord({ images }: Pick<SyncStatus, 'images'>): FirstWord {
  return WORDS[images.state] ?? (images.answeredAt === null ? null : 'answered')
}

/**
 * Calls `say` once if the service turns out to be out of reach; listens no longer than until its first word, or until
 * the function returned is called.
 */
export function sayIfLater(
  listen: (hear: (status: SyncStatus | null) => void) => () => void,
  say: () => void
): () => void {
  const stop = listen((status) => {
    const word = status === null ? null : firstWord(status)
    if (word === null) return
    stop()
    if (word === 'later') say()
  })
  return stop
}
