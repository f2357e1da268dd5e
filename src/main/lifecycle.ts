/** Quits the app: runs the closing steps first and exits after a limit even if a step hangs. */
import type { App } from 'electron'

/** Limit after which a quit is forced; all acknowledged changes are on disk before. */
const MAX_QUIT_MS = 3_000

export interface LifecycleParts {
  readonly app: Pick<App, 'on' | 'quit' | 'exit'>
  readonly platform: NodeJS.Platform
  /** Steps in order; a failing step does not prevent the next. */
  readonly closing: readonly (() => Promise<unknown> | void)[]
  readonly openWindow: () => void
  readonly focusWindow: () => void
}

/** Wires the app events: last window closed, second start, click on the dock icon, quit. */
export function wireLifecycle({ app, platform, closing, openWindow, focusWindow }: LifecycleParts): void {
  const state = { isQuitting: false, isClosing: false }
  app.on('before-quit', () => {
    state.isQuitting = true
  })
  app.on('window-all-closed', () => {
    // On macOS an app without a window keeps running and syncing, but a quit that waited for the window continues.
    if (platform !== 'darwin' || state.isQuitting) app.quit()
  })
  app.on('activate', () => openWindow())
  app.on('second-instance', () => focusWindow())
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (state.isClosing) return
    state.isClosing = true
    void closeInOrder(closing, MAX_QUIT_MS).then(() => app.exit(0))
  })
}

/** Runs the steps one after the other; resolves when they have finished or the time limit is reached. */
export async function closeInOrder(steps: LifecycleParts['closing'], limitMs: number): Promise<void> {
  const { promise: limit, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limitMs)
  await Promise.race([runAll(steps), limit])
  clearTimeout(timer)
}

async function runAll(steps: LifecycleParts['closing']): Promise<void> {
  for (const step of steps)
    await Promise.resolve()
      .then(step)
      .catch(() => undefined)
}
