/** What becomes of the second request of an operation when something has happened since its first one. */
import type { Send, SendFailure } from '../../../shared/send.ts'
import type { PushEntry } from '../domain/entry.ts'
import { resultsOf } from '../storage/known-images.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import type { Parts } from './group-parts.ts'

/** It is kept back, and the whole operation comes again. The first one has done nothing, or there were no second. */
const NOT_SENT: SendFailure = {
  kind: 'failed',
  code: 'cancelled',
  wasSent: false,
  host: '',
  location: null,
  detail: ''
}

/** Sends as long as it may. */
export function sendWhile(mayLeave: () => boolean, send: Send): Send {
  return (request) => (mayLeave() ? send(request) : Promise.resolve(NOT_SENT))
}

/** Whether the results that an update carries are still those last read. */
export function hasLastResults({ db, requests }: Pick<Parts, 'db' | 'requests'>, entry: PushEntry): boolean {
  const known = requests.isOver ? null : tryStorage(() => resultsOf(db, entry.record))
  return known?.ok === true && known.value === entry.mirror.results
}
