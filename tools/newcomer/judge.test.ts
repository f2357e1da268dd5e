import { describe, expect, it } from 'vitest'
import { picturePath, startComplaints, testCounts, traceComplaints } from './judge.ts'

const GOOD = `A local service with 2000 sample pictures listens at http://127.0.0.1:41234.
Electron's binary is not on this machine: opening the same built program in the Chromium host, headless.
A picture of the main screen: /tmp/bare/tmp/proofsheet-main.png
Press Ctrl+C to end it.`

describe('what the first command prints', () => {
  it('is well when it says what it does, where, and how to end it', () => {
    expect(startComplaints(GOOD)).toEqual([])
    expect(picturePath(GOOD)).toBe('/tmp/bare/tmp/proofsheet-main.png')
  })

  it('is told to be lacking, sentence by sentence', () => {
    expect(startComplaints('Building…')).toHaveLength(3)
    expect(startComplaints(GOOD.replace('127.0.0.1', 'there'))).toEqual([
      'It does not say where the local service listens.'
    ])
    expect(picturePath('Building…')).toBeNull()
  })

  it('is not well with a stack trace in it', () => {
    const trace = 'Error: no\n    at open (file:///p/tools/start/start.ts:12:9)\n'
    expect(startComplaints(GOOD + trace)).toHaveLength(1)
    expect(traceComplaints('Look at it: 12:30 is not a trace.')).toEqual([])
  })
})

describe('what the second command prints', () => {
  it.each([
    ['1204 passed, 0 failed\n', { passed: 1204, failed: 0 }],
    ['3 passed, 0 failed\n 12 passed, 0 failed in a file\n7 passed, 2 failed', { passed: 7, failed: 2 }],
    ['Test Files 3 passed', null]
  ])('%j is read as %j', (output, counts) => {
    expect(testCounts(output)).toEqual(counts)
  })
})
