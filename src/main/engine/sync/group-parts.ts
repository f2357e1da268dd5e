/** What everything that one group does is made with. What is made of less names less. */
import type { Failure } from '../../../shared/failure.ts'
import type { Group } from '../../../shared/sync-status.ts'
import type { Clock, Random } from '../domain/clock.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { WriteDb } from '../storage/database.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { Background } from './background.ts'
import type { EntryTroubles } from './entry-troubles.ts'
import type { Governor } from './governor.ts'
import type { Mirror } from './mirror.ts'
import type { PageFinder } from './page-finder.ts'
import type { PageWaits } from './page-waits.ts'
import type { Removal } from './removal.ts'
import type { Requests } from './requests.ts'
import type { NotShown } from './show-record.ts'
import type { Standing } from './standing.ts'

export interface Parts {
  readonly group: Group
  readonly db: WriteDb
  /** Its timers run in the background of the group. */
  readonly clock: Clock
  readonly random: Random
  /** Different for each opening of a library: claims of any other one are those of a run that ended. */
  readonly bootId: string
  readonly background: Background
  readonly client: ServiceClient
  readonly governor: Governor
  readonly standing: Standing
  readonly requests: Requests
  readonly mirror: Mirror
  readonly removal: Removal
  readonly finder: PageFinder
  readonly notShown: NotShown
  readonly waits: PageWaits
  readonly acknowledgements: Acknowledgements
  readonly troubles: EntryTroubles
  /** The status differs, or may. */
  readonly onStatus: () => void
  /** The disk or the file fails: the group stops and says so. */
  readonly onStuck: (failure: Failure) => void
}
