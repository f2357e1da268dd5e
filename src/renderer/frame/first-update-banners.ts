/** Bars about the first updates on a connection: a record that was changed beyond what was asked, or not at all. Pure. */
import type { BatchHold, BatchReceipt } from '../../shared/batch.ts'
import type { SyncStatus } from '../../shared/sync-status.ts'
import { changesText, firstUpdateCopy, harmText, notShownBody, sendAnywayLabel } from '../copy/first-updates.ts'
import { bannerCopy } from '../copy/frame.ts'
import type { BannerAction, BannerChoice } from './banner.ts'

type Held<W extends BatchHold['why']> = BatchReceipt & { readonly hold: Extract<BatchHold, { readonly why: W }> }

const isHeldFor =
  <W extends BatchHold['why']>(why: W) =>
  (receipt: BatchReceipt): receipt is Held<W> =>
    receipt.hold?.why === why

const answers = ({ batch, waiting }: BatchReceipt): readonly BannerAction[] => [
  { kind: 'go-on', batch, label: sendAnywayLabel(waiting) },
  { kind: 'stop', batch, label: bannerCopy.stop }
]

/** Once the saved values are on their way the rest is still to be decided. */
export function changedMoreBanner({ running }: SyncStatus): BannerChoice | null {
  const receipt = running.find(isHeldFor('changed-more'))
  if (receipt === undefined) return null
  const { batch, hold } = receipt
  const { entry, failure } = hold
  const writeBack: BannerAction[] =
    entry === null ? [] : [{ kind: 'write-back', entry, label: firstUpdateCopy.writeBack }]
  const changes = failure.changes ?? []
  const said = entry === null ? firstUpdateCopy.writtenBack : changesText(changes)
  return {
    id: `changed-more-${batch}`,
    tone: 'danger',
    icon: 'triangle',
    headline: firstUpdateCopy.changedMore,
    body: `${said} ${firstUpdateCopy.nothingMore} ${harmText(receipt.waiting, changes)}`.trim(),
    actions: [...writeBack, ...answers(receipt)],
    isPassing: false
  }
}

/** Nobody's favorites are done on a service that only pretends. */
export function notShownBanner({ running }: SyncStatus): BannerChoice | null {
  const receipt = running.find(isHeldFor('not-shown'))
  if (receipt === undefined) return null
  return {
    id: `not-shown-${receipt.batch}`,
    tone: 'warning',
    icon: 'triangle',
    headline: firstUpdateCopy.notShown,
    body: notShownBody(receipt.hold.count),
    actions: [...answers(receipt), { kind: 'show', tab: 'needs-you', label: bannerCopy.review }],
    isPassing: false
  }
}
