/** Which bar lies under the toolbar, if any: one at a time, by importance. Pure. */
import type { ConnectionSummary } from '../../shared/connection.ts'
import { GROUPS } from '../../shared/sync-status.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import type { BannerChoice } from './banner.ts'
import { changedMoreBanner, notShownBanner } from './first-update-banners.ts'
import {
  deletionsBanner,
  incompleteBanner,
  newResultsBanner,
  refusalsBanner,
  reminderBanner,
  removalsBanner
} from './outbox-banners.ts'
import { keyBanner, lastingBanner, passingBanner } from './trouble-banners.ts'

interface BannerMoment {
  /** ms since epoch. */
  readonly now: number
  /** Ids of bars that the person has put away. */
  readonly dismissed: ReadonlySet<string>
}

/**
 * The one bar to show. What goes out in seconds comes first, then what the person can mend or must answer, then
 * troubles that pass by themselves, then what is merely good to know.
 */
export function chooseBanner(
  status: SyncStatus,
  connection: ConnectionSummary | null,
  { now, dismissed }: BannerMoment
): BannerChoice | null {
  const facts = { status, connection }
  const choices = [
    ...GROUPS.map((group) => deletionsBanner(facts, group, now)),
    ...GROUPS.flatMap((group) => [keyBanner(facts, group), lastingBanner(facts, group)]),
    newResultsBanner(status),
    refusalsBanner(status),
    changedMoreBanner(status),
    notShownBanner(status),
    ...GROUPS.map((group) => removalsBanner(status, group)),
    passingBanner(facts, now),
    reminderBanner(status, now),
    ...GROUPS.map((group) => incompleteBanner(status, group))
  ]
  return choices.find((choice) => choice !== null && !dismissed.has(choice.id)) ?? null
}
