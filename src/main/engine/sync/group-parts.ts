/** The shared parts of one group. Functions that need fewer parts name fewer. */
import type { Failure } from '../../../shared/failure.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { Clock, Random } from '../domain/clock.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { WriteDb } from '../storage/database.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { Background } from './background.ts'
import type { FailureCounter } from './failure-counter.ts'
import type { Governor } from './governor.ts'
import type { Mirror } from './mirror.ts'
import type { PageFinder } from './page-finder.ts'
import type { PageWaits } from './page-waits.ts'
import type { Removal } from './removal.ts'
import type { Requests } from './requests.ts'
import type { UnreadableRecords } from './show-record.ts'
import type { Availability } from './availability.ts'

export interface Parts {
  readonly group: Group
  readonly db: WriteDb
  /** Its timers run in the background of the group. */
  readonly clock: Clock
  readonly random: Random
  /** Unique for each opening of a library; claims with another id belong to a run that has ended. */
  readonly instanceId: string
  readonly background: Background
  readonly client: ServiceClient
  readonly governor: Governor
  readonly availability: Availability
  readonly requests: Requests
  readonly mirror: Mirror
  readonly removal: Removal
  readonly finder: PageFinder
  readonly notShown: UnreadableRecords
  readonly waits: PageWaits
  readonly acknowledgements: Acknowledgements
  readonly failures: FailureCounter
  /** The status has changed, or may have. */
  readonly onStatus: () => void
  /** The disk or the file failed: the group stops and reports it. */
  readonly onStuck: (failure: Failure) => void
}
