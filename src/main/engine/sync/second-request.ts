/** What becomes of the second request of an operation when something has happened since its first one. */
import type { Send, SendFailure } from '../../../shared/send.ts'
import type { PushEntry } from '../domain/entry.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { ReadDb } from '../storage/database.ts'
import { resultsOf } from '../storage/known-images.ts'
import { tryStorage } from '../storage/storage-failure.ts'
import type { Requests } from './requests.ts'

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

interface FreshPorts {
  readonly client: ServiceClient
  readonly db: ReadDb
  readonly requests: Pick<Requests, 'isOver'>
}

/** A client for the one update of an entry: nothing leaves with results that are no longer those last read. */
export function withFreshResults({ client, db, requests }: FreshPorts, { record, mirror }: PushEntry): ServiceClient {
  const areFresh = (): boolean => {
    const known = requests.isOver ? null : tryStorage(() => resultsOf(db, record))
    return known?.ok === true && known.value === mirror.results
  }
  return { ...client, send: sendWhile(areFresh, client.send) }
}
