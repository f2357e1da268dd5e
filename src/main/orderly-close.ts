/**
 * Closes a window after its page has saved its state. A page that does not respond loses that state and never blocks
 * the close.
 */
import type { BrowserWindow } from 'electron'

/** Longest delay at which a close still feels immediate. A working page responds within one or two frames. */
const PAGE_LIMIT_MS = 500

export interface OrderlyCloseParts {
  readonly notifyPage: () => void
  readonly limitMs?: number
}

export interface OrderlyClose {
  /** Delays each close of this window until its page is ready. */
  readonly hold: (window: Pick<BrowserWindow, 'on' | 'destroy'>) => void
  /** Reports that the page has saved everything. Ignored while no window is closing. */
  readonly pageIsReady: () => void
}

/** Handles one window at a time. A quit interrupted by such a close continues in lifecycle.ts after the last window. */
export function createOrderlyClose({ notifyPage, limitMs = PAGE_LIMIT_MS }: OrderlyCloseParts): OrderlyClose {
  const pending: { finish: (() => void) | null } = { finish: null }
  return {
    hold: (window) => {
      window.on('close', (event) => {
        event.preventDefault()
        if (pending.finish !== null) return
        // `close` would wait for the `beforeunload` handler of a page that hangs.
        const finish = (): void => window.destroy()
        const limit = setTimeout(finish, limitMs)
        pending.finish = finish
        window.on('closed', () => {
          clearTimeout(limit)
          pending.finish = null
        })
        notifyPage()
      })
    },
    pageIsReady: () => pending.finish?.()
  }
}
