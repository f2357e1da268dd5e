/** Asks the service for one image because a person wants to know. */
import { type Failure, type Result, fail, succeed } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import { showImage } from '../service/images.ts'
import type { Answered } from '../service/service-client.ts'
import type { ServiceImage } from '../domain/service-records.ts'
import type { Clock } from '../domain/clock.ts'
import type { WriteDb } from '../storage/database.ts'
import { nextTick } from '../storage/meta.ts'
import { serviceIdOf } from '../storage/records.ts'
import type { Governor } from './governor.ts'
import type { Parts } from './group-parts.ts'

export interface AskedPorts extends Parts {
  readonly db: WriteDb
  readonly clock: Clock
  readonly governor: Governor
}

/**
 * Why nothing can be asked now; a person does not wait out an hour's rest of the host, and a new key tells nothing of
 * these records before it is known whose it is. null = it can.
 */
export function whyNotNow({ governor, standing, clock }: AskedPorts): Failure | null {
  const trouble = standing.trouble()
  if (!standing.may('read') || !standing.isOurs) return trouble?.failure ?? { code: 'cancelled' }
  const { heldUntil } = governor.state()
  return heldUntil === null ? null : { code: 'rate-limited', retryAfterMs: heldUntil - clock.now() }
}

/**
 * What the answer shows is in the library when this settles. One that the service does not know any more leaves the
 * library: its own answer about this very record is the proof.
 */
export async function refreshImage(ports: AskedPorts, record: RecordNumber): Promise<Result<null>> {
  const { db, client, requests, mirror, removal } = ports
  const id = serviceIdOf(db, record)
  if (id === null) return fail('unknown-record')
  const obstacle = whyNotNow(ports)
  if (obstacle !== null) return { ok: false, failure: obstacle }
  const asked = { at: 0 }
  const answered = await requests.run<Answered<ServiceImage>>({
    lane: 'hand',
    isWatched: true,
    way: 'read',
    about: 'record',
    send: () => {
      asked.at = nextTick(db)
      return showImage(client, { id })
    },
    heard: async ({ outcome }) => {
      if (outcome.kind === 'applied' && outcome.value !== null) await mirror.takeImage(outcome.value, asked.at)
      if (outcome.kind === 'gone') removal.remove([record])
    }
  })
  if (answered === null) return { ok: false, failure: whyNotNow(ports) ?? { code: 'cancelled' } }
  const { outcome } = answered
  return outcome.kind === 'applied' ? succeed(null) : { ok: false, failure: outcome.failure }
}
