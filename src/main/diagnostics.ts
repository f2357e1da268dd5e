/** Measures how long the event loop of this process is blocked. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Diagnostics } from '../shared/bridge.ts'

const RESOLUTION_MS = 10
const NS_PER_MS = 1e6

export interface EventLoopWatch {
  /**
   * Begins to measure once the window is open, because an earlier block has no visible effect. Later calls do nothing.
   */
  begin(): void
  read(): Diagnostics
}

export function watchEventLoop(): EventLoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  return {
    begin: () => void histogram.enable(),
    // Each sample is the time between two ticks and includes the planned pause.
    read: () => ({ longestMainBlockMs: Math.max(0, Math.round(histogram.max / NS_PER_MS - RESOLUTION_MS)) })
  }
}
