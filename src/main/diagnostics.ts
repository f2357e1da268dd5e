/** How long this process was blocked, measured by the process itself. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Diagnostics } from '../shared/bridge.ts'

const RESOLUTION_MS = 10
const NS_PER_MS = 1e6

/** Starts measuring; the function returned reads what was measured since. */
export function watchEventLoop(): () => Diagnostics {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  // Each sample is the time between two ticks, the planned pause between them included.
  const beyondPause = (ns: number): number => Math.max(0, Math.round(ns / NS_PER_MS - RESOLUTION_MS))
  return () => ({
    longestMainBlockMs: beyondPause(histogram.max),
    p99MainBlockMs: beyondPause(histogram.percentile(99)),
    residentBytes: process.memoryUsage.rss()
  })
}
