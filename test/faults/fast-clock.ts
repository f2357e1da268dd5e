/** An accelerated clock for a real process, so that grace periods and lookups take seconds. */
import type { Clock } from '../../src/main/engine/domain/clock.ts'
import { systemClock } from '../../src/main/engine/system-clock.ts'

/** Seconds of this clock per second of the machine. */
export const SPEED = 60

/**
 * The time base of all threads of a process: ms of the machine at some moment, and ms since epoch on their clocks at
 * that moment. Set when a library is opened, so that each process continues where the previous one was killed.
 */
export type Timeline = Float64Array<SharedArrayBuffer>

export const newTimeline = (): Timeline => new Float64Array(new SharedArrayBuffer(16))

/** Sets the current time to `now`, ms since epoch. */
export function setTime(timeline: Timeline, now: number): void {
  timeline[0] = systemClock.now()
  timeline[1] = now
}

/** Creates a clock on a timeline. */
export function fastClock(timeline: Timeline): Clock {
  return {
    now: () => Math.round((timeline[1] ?? 0) + (systemClock.now() - (timeline[0] ?? 0)) * SPEED),
    elapsed: () => systemClock.elapsed() * SPEED,
    soon: systemClock.soon,
    after: (ms, run) => systemClock.after(ms / SPEED, run)
  }
}
