/** Asks the service for one image because a person wants to know. */
import { type Failure, type Result, fail, succeed } from '../../../shared/failure.ts'
import type { RecordNumber } from '../../../shared/image.ts'
import type { Clock } from '../domain/clock.ts'
import type { WriteDb } from '../storage/database.ts'
import { serviceIdOf } from '../storage/records.ts'
import type { Governor } from './governor.ts'
import type { Parts } from './group-parts.ts'
import { showRecord } from './show-record.ts'

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
  const { db, mirror, removal } = ports
  const id = serviceIdOf(db, record)
  if (id === null) return fail('unknown-record')
  const obstacle = whyNotNow(ports)
  if (obstacle !== null) return { ok: false, failure: obstacle }
  const shown = await showRecord(ports, id, {
    lane: 'hand',
    isWatched: true,
    heard: async (heard) => {
      await mirror.takeShown(heard)
      if (heard.outcome.kind === 'gone') removal.remove([record])
    }
  })
  if (shown === null) return { ok: false, failure: whyNotNow(ports) ?? { code: 'cancelled' } }
  const { outcome } = shown
  return outcome.kind === 'applied' ? succeed(null) : { ok: false, failure: outcome.failure }
}
