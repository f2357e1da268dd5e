/** Rounds of reading, one after the other without a pause: the memory they leave behind does not grow. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { inDepth } from '../helpers/depth.ts'
import { readRig } from '../helpers/rigs.ts'

/** The reported number of rounds. */
const MANY = inDepth(10_000, 600)
/** Enough rounds to warm up. */
const FEW = inDepth(1_000, 200)
/** The rig keeps a canceled timer until its time: five minutes of them exist before the first measurement. */
const BETWEEN_MS = 2_000

/** Bytes in use after a garbage collection. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc')
  // The flag exposes the engine's own function.
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

describe('rounds of reading', () => {
  it(`use as much memory after ${MANY} as after ${FEW}`, async () => {
    const { rig, run } = await readRig({ images: 10, projects: 2 })
    const rounds = async (count: number): Promise<void> => {
      for (let round = 0; round < count; round += 1) {
        run.sync.wake('online')
        await rig.clock.advance(BETWEEN_MS)
        // The logs of the service and the rig exist only for tests.
        rig.service.log.clear()
        rig.changes.length = 0
      }
    }
    await rounds(FEW)
    const few = bytesInUse()
    run.sync.wake('online')
    await rig.clock.advance(BETWEEN_MS)
    expect(rig.service.log.entries.filter(({ path }) => path.endsWith('/images'))).toHaveLength(1)
    await rounds(MANY - FEW)
    expect(Math.abs(bytesInUse() / few - 1)).toBeLessThan(0.05)
  })
})
