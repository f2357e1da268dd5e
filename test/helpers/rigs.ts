/** Rigs of one test: created on request, and disposed at the end of the test, whatever its result. */
import { onTestFinished } from 'vitest'
import type { NetworkOptions } from './rig-network.ts'
import { type Run, SyncRig } from './sync-rig.ts'
import { trust } from './trust.ts'

/** Creates a rig for the running test. */
export function rigOf(options: NetworkOptions): SyncRig {
  const rig = new SyncRig(options)
  onTestFinished(() => rig.dispose())
  return rig
}

/**
 * Creates a rig with a fully read library and a connection that passed the first-update check long ago; request
 * counters are reset.
 */
export async function readRig(options: NetworkOptions): Promise<{ rig: SyncRig; run: Run }> {
  const { rig, run } = await uncheckedRig(options)
  trust(rig, run)
  return { rig, run }
}

/** Creates the same rig before the first update on its connection. */
export async function uncheckedRig(options: NetworkOptions): Promise<{ rig: SyncRig; run: Run }> {
  const rig = rigOf(options)
  const run = rig.start()
  await rig.firstPull(run)
  rig.service.log.clear()
  return { rig, run }
}

/** Returns images that are not favorites yet. */
export function plainRecords(rig: SyncRig, run: Run, count = Number.POSITIVE_INFINITY): number[] {
  return rig
    .records(run)
    .filter((record) => !rig.shown(run, record))
    .slice(0, count)
}
