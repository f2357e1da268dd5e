/** The clock of the machine, gone through faster: for a real process whose holds and looks nobody waits out. */
import type { Clock } from '../../src/main/engine/domain/clock.ts'
import { systemClock } from '../../src/main/engine/system-clock.ts'

/** How many of its seconds go by in one of the machine's. */
export const SPEED = 60

/**
 * What all threads of a process read their time from: ms of the machine at some moment, and ms since epoch that their
 * clocks showed then. Set when a library is opened, so that each process goes on where the one before it was killed.
 */
export type Timeline = Float64Array<SharedArrayBuffer>

export const newTimeline = (): Timeline => new Float64Array(new SharedArrayBuffer(16))

/** From now on it is `now`, ms since epoch. */
export function setTime(timeline: Timeline, now: number): void {
  timeline[0] = systemClock.now()
  timeline[1] = now
}

/** A clock on a timeline. */
export function fastClock(timeline: Timeline): Clock {
  return {
    now: () => Math.round((timeline[1] ?? 0) + (systemClock.now() - (timeline[0] ?? 0)) * SPEED),
    elapsed: () => systemClock.elapsed() * SPEED,
    soon: systemClock.soon,
    after: (ms, run) => systemClock.after(ms / SPEED, run)
  }
}
