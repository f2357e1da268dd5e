import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/failure.ts'
import { commandCopy } from '../copy/commands.ts'
import { repairInTime } from './repair-commands.ts'

const DISCARD = { target: { kind: 'entries', entries: [7] }, remedy: 'discard', choice: null } as const

/** A library that leaves the change alone so many times, as it is on its way. */
function bench(busyTimes: number, isBroken = false) {
  const heard = { asked: 0, waited: 0, said: [] as string[], failures: [] as string[] }
  const run = () =>
    repairInTime(
      {
        repair: async () => {
          heard.asked += 1
          if (isBroken) return fail('disk-full')
          const isBusy = heard.asked <= busyTimes
          return succeed(isBusy ? { done: 0, changed: new Uint32Array(0) } : { done: 1, changed: Uint32Array.of(3) })
        },
        wait: async (ms) => void (heard.waited += ms),
        say: (text) => heard.said.push(text),
        onFailure: ({ code }) => heard.failures.push(code)
      },
      DISCARD
    )
  return { heard, run }
}

describe('a remedy', () => {
  it('is done at once where nothing is on its way', async () => {
    const { heard, run } = bench(0)
    expect(await run()).toEqual(Uint32Array.of(3))
    expect(heard).toEqual({ asked: 1, waited: 0, said: [], failures: [] })
  })

  it('waits for a try that is on its way', async () => {
    const { heard, run } = bench(2)
    expect(await run()).toEqual(Uint32Array.of(3))
    expect(heard).toMatchObject({ asked: 3, said: [] })
    expect(heard.waited).toBeGreaterThan(0)
  })

  it('says so when nothing came of it', async () => {
    const { heard, run } = bench(Number.POSITIVE_INFINITY)
    expect(await run()).toEqual(new Uint32Array(0))
    expect(heard.said).toEqual([commandCopy.remedyLater])
    expect(heard.waited).toBeLessThan(3_000)
  })

  it('is not repeated after a failure, which is told', async () => {
    const { heard, run } = bench(0, true)
    expect(await run()).toBeNull()
    expect(heard).toEqual({ asked: 1, waited: 0, said: [], failures: ['disk-full'] })
  })
})
