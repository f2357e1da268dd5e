/** Rounds of reading, one after the other without a pause: what they leave behind in memory does not grow. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { inDepth } from '../helpers/depth.ts'
import { readRig } from '../helpers/rigs.ts'

/** Ten thousand were reported. */
const MANY = inDepth(10_000, 600)
/** By then everything is warm. */
const FEW = inDepth(1_000, 200)
/** The rig keeps a timer that was called off until its time: five minutes of them have come before the first measure. */
const BETWEEN_MS = 2_000

/** Bytes in use after everything that nobody holds was collected. */
function bytesHeld(): number {
  setFlagsFromString('--expose-gc')
  // The function is the engine's own, made visible by the flag.
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  return process.memoryUsage().heapUsed
}

describe('rounds of reading', () => {
  it(`hold as much memory after ${MANY} as after ${FEW}`, async () => {
    const { rig, run } = await readRig({ images: 10, projects: 2 })
    const rounds = async (count: number): Promise<void> => {
      for (let round = 0; round < count; round += 1) {
        run.sync.wake('online')
        await rig.clock.advance(BETWEEN_MS)
        // What the service and the rig note down for tests is no part of the program.
        rig.service.log.clear()
        rig.changes.length = 0
      }
    }
    await rounds(FEW)
    const few = bytesHeld()
    run.sync.wake('online')
    await rig.clock.advance(BETWEEN_MS)
    expect(rig.service.log.entries.filter(({ path }) => path.endsWith('/images'))).toHaveLength(1)
    await rounds(MANY - FEW)
    expect(Math.abs(bytesHeld() / few - 1)).toBeLessThan(0.05)
  })
})
