import { describe, expect, it } from 'vitest'
import { picturePath, startProblems, testCounts, traceProblems } from './judge.ts'

const GOOD = `A local service with 2000 sample pictures listens at http://127.0.0.1:41234.
Electron's binary is not on this machine: opening the same built program in the Chromium host, headless.
A picture of the main screen: /tmp/bare/tmp/proofsheet-main.png
Press Ctrl+C to quit.`

describe('the output of the first command', () => {
  it('has no problems if it says what it does, where, and how to quit', () => {
    expect(startProblems(GOOD)).toEqual([])
    expect(picturePath(GOOD)).toBe('/tmp/bare/tmp/proofsheet-main.png')
  })

  it('reports each missing sentence', () => {
    expect(startProblems('Building…')).toHaveLength(3)
    expect(startProblems(GOOD.replace('127.0.0.1', 'there'))).toEqual([
      'It does not show the address of the local service.'
    ])
    expect(picturePath('Building…')).toBeNull()
  })

  it('reports a stack trace', () => {
    const trace = 'Error: no\n    at open (file:///p/tools/start/start.ts:12:9)\n'
    expect(startProblems(GOOD + trace)).toHaveLength(1)
    expect(traceProblems('Look at it: 12:30 is not a trace.')).toEqual([])
  })
})

describe('the output of the second command', () => {
  it.each([
    ['1204 passed, 0 failed\n', { passed: 1204, failed: 0 }],
    ['3 passed, 0 failed\n 12 passed, 0 failed in a file\n7 passed, 2 failed', { passed: 7, failed: 2 }],
    ['Test Files 3 passed', null]
  ])('%j is read as %j', (output, counts) => {
    expect(testCounts(output)).toEqual(counts)
  })
})
