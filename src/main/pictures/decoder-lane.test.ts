/** The lane alone, with processes that die when the test says so: a real one takes its time, and that is the point. */
import { expect, test, vi } from 'vitest'
import type { DecodeAnswer } from '../../shared/decode-message.ts'
import { DecoderLane, type DecoderProcess } from './decoder-lane.ts'

function playProcesses({ isAnswering = true, isLast = false, isLate = false } = {}) {
  const started: { isKilled: boolean; die: (reason?: string) => void; answer: () => void }[] = []
  const fork = (): DecoderProcess => {
    const answers: ((answer: DecodeAnswer) => void)[] = []
    const exits: ((reason: string) => void)[] = []
    const process = {
      isKilled: false,
      answer: () => undefined as void,
      die: (reason = 'killed') => exits.forEach((exit) => exit(reason))
    }
    started.push(process)
    return {
      // A killed process answers nothing more, although it is not gone yet.
      postMessage: ({ id, bytes }) => {
        process.answer = () => answers.forEach((answer) => answer({ id, pictures: [bytes], isLast }))
        if (isAnswering && !isLate && !process.isKilled) queueMicrotask(process.answer)
      },
      onMessage: (listener) => void answers.push(listener),
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

const noDeath = (reason: string): never => {
  throw new Error(reason)
}

test.each(['idle', 'closed'])('a process that was let go (%s) and is still dying gets no job', async (why) => {
  vi.useFakeTimers()
  const { started, fork } = playProcesses()
  const lane = new DecoderLane({ fork, ...TIMES, idleMs: 1_000, onDeath: noDeath })
  expect(await lane.run(job(1))).toEqual([Uint8Array.of(1)])
  if (why === 'idle') vi.advanceTimersByTime(1_000)
  else lane.close()
  expect(started[0]?.isKilled).toBe(true)
  const second = lane.run(job(2))
  started[0]?.die()
  expect(await second).toEqual([Uint8Array.of(2)])
  expect(started).toHaveLength(2)
  vi.useRealTimers()
})

test('a job that is too slow ends with its process, and the next one gets another', async () => {
  vi.useFakeTimers()
  const { started, fork } = playProcesses({ isAnswering: false })
  const deaths: string[] = []
  const lane = new DecoderLane({ fork, ...TIMES, onDeath: (reason) => deaths.push(reason) })
  const made = lane.run(job(1))
  vi.advanceTimersByTime(9_999)
  expect(started[0]?.isKilled).toBe(false)
  vi.advanceTimersByTime(1)
  expect(started[0]?.isKilled).toBe(true)
  started[0]?.die()
  expect(await made).toBe('too-slow')
  expect(deaths).toEqual(['no picture after 10000 ms'])
  void lane.run(job(2))
  expect(started).toHaveLength(2)
  vi.useRealTimers()
})

test('a process that has grown too large gets no further job', async () => {
  const { started, fork } = playProcesses({ isLast: true })
  const lane = new DecoderLane({ fork, ...TIMES, onDeath: noDeath })
  expect([await lane.run(job(1)), await lane.run(job(2))]).toEqual([[Uint8Array.of(1)], [Uint8Array.of(2)]])
  started[0]?.die()
  expect(started.map(({ isKilled }) => isKilled)).toEqual([true, true])
  lane.close()
})

test('a death is reported with its reason', async () => {
  const { started, fork } = playProcesses({ isAnswering: false })
  const deaths: string[] = []
  const lane = new DecoderLane({ fork, ...TIMES, onDeath: (reason) => deaths.push(reason) })
  const made = lane.run(job(1))
  started[0]?.die('exit code 11')
  expect([await made, deaths]).toEqual([null, ['exit code 11']])
  lane.close()
})

test('an answer that comes just after the limit is taken, and the next job gets another process', async () => {
  vi.useFakeTimers()
  const { started, fork } = playProcesses({ isLate: true })
  const lane = new DecoderLane({ fork, ...TIMES, onDeath: () => undefined })
  const made = lane.run(job(1))
  vi.advanceTimersByTime(10_000)
  started[0]?.answer()
  expect(await made).toEqual([Uint8Array.of(1)])
  void lane.run(job(2))
  expect(started).toHaveLength(2)
  lane.close()
  vi.useRealTimers()
})
