/** Rigs of one test: made as they are asked for, and put away when the test ends, however it ends. */
import { onTestFinished } from 'vitest'
import type { NetworkOptions } from './rig-network.ts'
import { type Run, SyncRig } from './sync-rig.ts'
import { trust } from './trust.ts'

/** A rig of the test that is running. */
export function rigOf(options: NetworkOptions): SyncRig {
  const rig = new SyncRig(options)
  onTestFinished(() => rig.dispose())
  return rig
}

/** A rig whose library has been read, whose connection was tried long ago, and whose service has forgotten all that. */
export async function readRig(options: NetworkOptions): Promise<{ rig: SyncRig; run: Run }> {
  const { rig, run } = await untriedRig(options)
  trust(rig, run)
  return { rig, run }
}

/** The same before the first update on its connection. */
export async function untriedRig(options: NetworkOptions): Promise<{ rig: SyncRig; run: Run }> {
  const rig = rigOf(options)
  const run = rig.start()
  await rig.firstPull(run)
  rig.service.log.clear()
  return { rig, run }
}

/** Images that are no favorites yet. */
export function plainRecords(rig: SyncRig, run: Run, count = Number.POSITIVE_INFINITY): number[] {
  return rig
    .records(run)
    .filter((record) => !rig.shown(run, record))
    .slice(0, count)
}
