/** Tests the lane with fake processes whose exit the test controls, because a killed process exits with a delay. */
import { expect, test, vi } from 'vitest'
import { DecoderLane, type DecoderProcess, type DecodeResponse } from './decoder-lane.ts'

function createProcesses({ isResponding = true, isLast = false, isLate = false } = {}) {
  const started: { isKilled: boolean; exit: (reason?: string) => void; respond: () => void }[] = []
  const fork = (): DecoderProcess => {
    const listeners: ((result: DecodeResponse) => void)[] = []
    const exits: ((reason: string) => void)[] = []
    const process = {
      isKilled: false,
      respond: () => undefined as void,
      exit: (reason = 'killed') => exits.forEach((exit) => exit(reason))
    }
    started.push(process)
    return {
      // A killed process sends no more results, although it has not exited yet.
      postMessage: ({ id, bytes }) => {
        process.respond = () => listeners.forEach((listener) => listener({ id, pictures: [bytes], isLast }))
        if (isResponding && !isLate && !process.isKilled) queueMicrotask(process.respond)
      },
      onMessage: (listener) => void listeners.push(listener),
      onExit: (listener) => void exits.push(listener),
      kill: () => {
        process.isKilled = true
      }
    }
  }
  return { started, fork }
}

const job = (id: number) => ({ id, bytes: Uint8Array.of(id), sizes: [96], isMoving: false })
const TIMES = { limitMs: 10_000, idleMs: 60_000 }

const failOnCrash = (reason: string): never => {
  throw new Error(reason)
}

test.each(['idle', 'closed'])('a stopped process (%s) that has not exited yet gets no job', async (why) => {
  vi.useFakeTimers()
  const { started, fork } = createProcesses()
  const lane = new DecoderLane({ fork, ...TIMES, idleMs: 1_000, onDeath: failOnCrash })
  expect(await lane.run(job(1))).toEqual([Uint8Array.of(1)])
  if (why === 'idle') vi.advanceTimersByTime(1_000)
  else lane.close()
  expect(started[0]?.isKilled).toBe(true)
  const second = lane.run(job(2))
  started[0]?.exit()
  expect(await second).toEqual([Uint8Array.of(2)])
  expect(started).toHaveLength(2)
  vi.useRealTimers()
})

test('a job that is too slow ends with its process, and the next job gets a new one', async () => {
  vi.useFakeTimers()
  const { started, fork } = createProcesses({ isResponding: false })
  const crashes: string[] = []
  const lane = new DecoderLane({ fork, ...TIMES, onDeath: (reason) => crashes.push(reason) })
  const made = lane.run(job(1))
  vi.advanceTimersByTime(9_999)
  expect(started[0]?.isKilled).toBe(false)
  vi.advanceTimersByTime(1)
  expect(started[0]?.isKilled).toBe(true)
  started[0]?.exit()
  expect(await made).toBe('too-slow')
  expect(crashes).toEqual(['no picture after 10000 ms'])
  void lane.run(job(2))
  expect(started).toHaveLength(2)
  vi.useRealTimers()
})

test('a process that uses too much memory gets no further job', async () => {
  const { started, fork } = createProcesses({ isLast: true })
  const lane = new DecoderLane({ fork, ...TIMES, onDeath: failOnCrash })
  expect([await lane.run(job(1)), await lane.run(job(2))]).toEqual([[Uint8Array.of(1)], [Uint8Array.of(2)]])
  started[0]?.exit()
  expect(started.map(({ isKilled }) => isKilled)).toEqual([true, true])
  lane.close()
})

test('a crash is reported with its reason', async () => {
  const { started, fork } = createProcesses({ isResponding: false })
  const crashes: string[] = []
  const lane = new DecoderLane({ fork, ...TIMES, onDeath: (reason) => crashes.push(reason) })
  const made = lane.run(job(1))
  started[0]?.exit('exit code 11')
  expect([await made, crashes]).toEqual([null, ['exit code 11']])
  lane.close()
})

test('a result just after the limit is used, and the next job gets a new process', async () => {
  vi.useFakeTimers()
  const { started, fork } = createProcesses({ isLate: true })
  const lane = new DecoderLane({ fork, ...TIMES, onDeath: () => undefined })
  const made = lane.run(job(1))
  vi.advanceTimersByTime(10_000)
  started[0]?.respond()
  expect(await made).toEqual([Uint8Array.of(1)])
  void lane.run(job(2))
  expect(started).toHaveLength(2)
  lane.close()
  vi.useRealTimers()
})
