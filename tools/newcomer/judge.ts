/** What a newcomer may and may not read in a terminal. Pure: sentences out of output, nothing when all is well. */

/** A picture that was saved: the first path to a PNG. */
export function picturePath(output: string): string | null {
  return /(?:^|\s)((?:\/|[A-Za-z]:\\)\S+\.png)/m.exec(output)?.[1] ?? null
}

/** What is wrong with what the first command printed until its picture; empty = nothing. */
export function startComplaints(output: string): readonly string[] {
  return [
    ...(/http:\/\/(127\.0\.0\.1|localhost):\d+/.test(output)
      ? []
      : ['It does not say where the local service listens.']),
    ...(/\bElectron\b/.test(output) ? [] : ['It does not say what it opens the program in.']),
    ...(/Ctrl\+C/.test(output) ? [] : ['It does not say how to end it.']),
    ...traceComplaints(output)
  ]
}

/** A stack trace is for those who wrote the program. */
export function traceComplaints(output: string): readonly string[] {
  const line = /^\s+at .+:\d+:\d+\)?$/m.exec(output)?.[0].trim()
  return line === undefined ? [] : [`It prints a stack trace: ${line}`]
}

/** "1204 passed, 0 failed" as numbers, of the last such line; null without one. */
export function testCounts(output: string): { readonly passed: number; readonly failed: number } | null {
  const last = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1)
  return last === undefined ? null : { passed: Number(last[1]), failed: Number(last[2]) }
}
