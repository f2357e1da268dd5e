/** The lane alone, with processes that die when the test says so: a real one takes its time, and that is the point. */
import { expect, test, vi } from 'vitest'
import type { DecodeAnswer } from './decode-message.ts'
import { createDecoderLane, type DecoderProcess } from './decoder-lane.ts'

function playProcesses({ answers: isAnswering } = { answers: true }) {
  const started: { isKilled: boolean; die: () => void }[] = []
  const fork = (): DecoderProcess => {
    const answers: ((answer: DecodeAnswer) => void)[] = []
    const exits: (() => void)[] = []
    const process = { isKilled: false, die: () => exits.forEach((exit) => exit()) }
    started.push(process)
    return {
      // A killed process answers nothing more, although it is not gone yet.
      postMessage: ({ id, bytes }) => {
        if (isAnswering && !process.isKilled) queueMicrotask(() => answers.forEach((answer) => answer({ id, bytes })))
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

const job = (id: number) => ({ id, bytes: Uint8Array.of(id), size: 96 })

test.each(['idle', 'closed'])('a process that was let go (%s) and is still dying gets no job', async (why) => {
  vi.useFakeTimers()
  const { started, fork } = playProcesses()
  const lane = createDecoderLane({ fork, limitMs: 10_000, idleMs: 1_000 })
  expect(await lane.run(job(1))).toEqual(Uint8Array.of(1))
  if (why === 'idle') vi.advanceTimersByTime(1_000)
  else lane.close()
  expect(started[0]?.isKilled).toBe(true)
  const second = lane.run(job(2))
  started[0]?.die()
  expect(await second).toEqual(Uint8Array.of(2))
  expect(started).toHaveLength(2)
  vi.useRealTimers()
})

test('a job that is too slow ends with its process, and the next one gets another', async () => {
  vi.useFakeTimers()
  const { started, fork } = playProcesses({ answers: false })
  const lane = createDecoderLane({ fork, limitMs: 10_000, idleMs: 60_000 })
  const made = lane.run(job(1))
  vi.advanceTimersByTime(9_999)
  expect(started[0]?.isKilled).toBe(false)
  vi.advanceTimersByTime(1)
  expect(started[0]?.isKilled).toBe(true)
  started[0]?.die()
  expect(await made).toBeNull()
  void lane.run(job(2))
  expect(started).toHaveLength(2)
  vi.useRealTimers()
})
