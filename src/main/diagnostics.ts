/** How long this process was blocked, measured by the process itself. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Diagnostics } from '../shared/diagnostics.ts'

const RESOLUTION_MS = 10
const NS_PER_MS = 1e6

export interface EventLoopWatch {
  /** Begins to measure: when the window is up, since nobody can feel a block before. Later calls change nothing. */
  begin(): void
  read(): Diagnostics
}

export function watchEventLoop(): EventLoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  // Each sample is the time between two ticks, the planned pause between them included.
  const beyondPause = (ns: number): number => Math.max(0, Math.round(ns / NS_PER_MS - RESOLUTION_MS))
  return {
    begin: () => void histogram.enable(),
    read: () => ({
      longestMainBlockMs: beyondPause(histogram.max),
      p99MainBlockMs: beyondPause(histogram.percentile(99)),
      residentBytes: process.memoryUsage.rss()
    })
  }
}
