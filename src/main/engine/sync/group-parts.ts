/** What everything that one group does is made with. */
import type { Group } from '../../../shared/sync-status.ts'
import type { ServiceClient } from '../service/service-client.ts'
import type { Background } from './background.ts'
import type { Mirror } from './mirror.ts'
import type { NotShown } from './show-record.ts'
import type { PageFinder } from './page-finder.ts'
import type { Removal } from './removal.ts'
import type { Requests } from './requests.ts'
import type { Standing } from './standing.ts'

export interface Parts {
  readonly group: Group
  readonly background: Background
  readonly client: ServiceClient
  readonly standing: Standing
  readonly requests: Requests
  readonly mirror: Mirror
  readonly finder: PageFinder
  readonly removal: Removal
  readonly notShown: NotShown
}
