/**
 * How a window closes: its page is told first, and hands over what it holds. A page that does not answer loses that;
 * it never holds up the close.
 */
import type { BrowserWindow } from 'electron'

/** As long as a person takes a close to be at once. A page that is alive answers within one or two frames. */
const PAGE_LIMIT_MS = 500

export interface OrderlyCloseParts {
  readonly tellPage: () => void
  readonly limitMs?: number
}

export interface OrderlyClose {
  /** From here on each close of this window waits for its page. */
  readonly hold: (window: Pick<BrowserWindow, 'on' | 'destroy'>) => void
  /** The page has handed over everything. Means nothing while no window closes. */
  readonly pageIsReady: () => void
}

/** Of one window at a time. A quit that such a close gave up goes on when the last window is closed: see lifecycle.ts. */
export function createOrderlyClose({ tellPage, limitMs = PAGE_LIMIT_MS }: OrderlyCloseParts): OrderlyClose {
  const held: { finish: (() => void) | null } = { finish: null }
  return {
    hold: (window) => {
      window.on('close', (event) => {
        event.preventDefault()
        if (held.finish !== null) return
        // Not `close` again: that would ask a page that hangs whether it may be unloaded.
        const finish = (): void => window.destroy()
        const limit = setTimeout(finish, limitMs)
        held.finish = finish
        window.on('closed', () => {
          clearTimeout(limit)
          held.finish = null
        })
        tellPage()
      })
    },
    pageIsReady: () => held.finish?.()
  }
}
