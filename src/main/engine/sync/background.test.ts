/** A disk that fails during background work: the group stops, reports it and continues later, and nothing throws. */
import { afterEach, describe, expect, it } from 'vitest'
import { inDepth } from '../../../../test/helpers/depth.ts'
import { watchStatements } from '../../../../test/helpers/failing-statements.ts'
import { plainRecords, readRig } from '../../../../test/helpers/rigs.ts'
import type { Run, SyncRig } from '../../../../test/helpers/sync-rig.ts'
import { createVirtualClock } from '../../../../drivers/virtual-clock.ts'
import type { Failure } from '../../../shared/failure.ts'
import { failureOfStorage } from '../storage/storage-failure.ts'
import { Background, SingleFlight } from './background.ts'

const statements = watchStatements()
afterEach(() => void statements.disarm())

const MINUTE = 60_000
const BROKEN = { code: 'SQLITE_IOERR_READ', rollsBack: false }

/** Creates a change of every kind, some of them without a response. */
async function busyRig(): Promise<{ rig: SyncRig; run: Run }> {
  const { rig, run } = await readRig({ images: 60, projects: 4, listResults: true })
  rig.down = 'offline'
  const [renamed = 0, removed = 0, ...others] = plainRecords(rig, run, 12)
  rig.setFavorite(run, others, true)
  rig.rename(run, renamed, 'Renamed')
  rig.remove(run, [removed])
  rig.create(run)
  const [project = ''] = rig.projects(run)
  rig.removeProject(run, project)
  await rig.clock.advance(20_000)
  let number = 0
  rig.service.change({
    faults: ({ method }) => (method !== 'GET' && ++number % 4 === 0 ? { kind: 'drop-after' } : null)
  })
  return { rig, run }
}

describe('a failure of any statement in background work', () => {
  // The first ones, each of which starts something, and then samples.
  const first = Array.from({ length: inDepth(40, 4) }, (_, at) => at + 1)
  const later = Array.from({ length: inDepth(16, 4) }, (_, at) => (at + 1) * inDepth(17, 68))
  it.each([...new Set([...first, ...later])])(
    'number %i: the group continues, and everything is sent once',
    async (n) => {
      const { rig, run } = await busyRig()
      statements.arm(n, BROKEN)
      rig.down = null
      run.sync.wake('online')
      await rig.clock.advance(3 * MINUTE)
      statements.disarm()
      await rig.drained(run, 40 * MINUTE)
      expect(rig.arrived('POST')).toBe(1)
      expect(run.sync.status().images.failure).toBeNull()
      expect(rig.differences(run)).toEqual([])
    }
  )
})

describe('a file that can no longer be read', () => {
  it('stops the group, is reported, and is checked_updates again once a minute', async () => {
    const { rig, run } = await readRig({ images: 20 })
    const [record = 0] = plainRecords(rig, run, 1)
    rig.down = 'offline'
    rig.setFavorite(run, [record], true)
    await rig.clock.advance(5_000)
    rig.down = null
    const failures = { count: 0 }
    const breakNext = (): void => {
      if (!statements.disarm()) failures.count += 1
      statements.arm(1, { ...BROKEN, where: /FROM outbox o CROSS JOIN records/ })
      rig.clock.after(500, breakNext)
    }
    breakNext()
    run.sync.wake('online')
    await rig.clock.advance(5 * MINUTE)
    statements.disarm()
    expect(failures.count).toBeLessThan(40)
    expect(run.sync.status().images).toMatchObject({ state: 'stopped', failure: { code: 'library-damaged' } })
  })
})

describe('background work', () => {
  const failing = (): never => {
    throw Object.assign(new Error('played'), { code: 'SQLITE_IOERR_READ' })
  }
  const playIn = (work: (background: Background) => void) => {
    const clock = createVirtualClock()
    const stuck: Failure[] = []
    const background = new Background({ clock, onStuck: (failure) => stuck.push(failure) })
    work(background)
    return { clock, stuck }
  }

  it.each<[string, (background: Background) => void]>([
    ['at once', (background) => background.run(failing)],
    ['after a wait', (background) => background.run(() => Promise.resolve().then(failing))],
    ['in a turn of its own', (background) => background.soon(failing)],
    ['of a timer', (background) => void background.clock.after(10, failing)]
  ])('%s: reports a failure of the disk instead of throwing', async (_, work) => {
    const { clock, stuck } = playIn(work)
    await clock.advance(20)
    expect(stuck).toEqual([failureOfStorage(Object.assign(new Error(), { code: 'SQLITE_IOERR_READ' }))])
  })

  it('starts nothing after it was stopped, and leaves no timer', async () => {
    const begun: string[] = []
    const { clock } = playIn((background) => {
      background.clock.after(10, () => begun.push('timer'))
      background.soon(() => void begun.push('soon'))
      background.stop()
      background.run(() => void begun.push('run'))
    })
    await expect(clock.runUntil(() => false)).rejects.toThrow('nothing left to happen')
    expect(begun).toEqual([])
  })

  it('throws if it has a bug', () => {
    expect(() =>
      playIn((background) =>
        background.run(() => {
          throw new TypeError('bug')
        })
      )
    ).toThrow('bug')
  })
})

it('is shared by callers while it runs, and starts again after its end', async () => {
  const flight = new SingleFlight()
  const done = Promise.withResolvers<void>()
  const begun: string[] = []
  const first = flight.run(() => {
    begun.push('first')
    return done.promise
  })
  expect([flight.isRunning, begun]).toEqual([true, []])
  const second = flight.run(async () => void begun.push('second'))
  expect(second).toBe(first)
  done.resolve()
  await first
  expect([flight.isRunning, begun]).toEqual([false, ['first']])
  await flight.run(async () => void begun.push('third'))
  expect(begun).toEqual(['first', 'third'])
})

it('has ended after a failure', async () => {
  const flight = new SingleFlight()
  await expect(flight.run(() => Promise.reject(new Error('cut')))).rejects.toThrow('cut')
  expect(flight.isRunning).toBe(false)
})
