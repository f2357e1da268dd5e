/**
 * Publishes the pending work of the window on the root element, so that tests and screenshots can wait for it:
 * `data-requests` is the number of sent requests, `data-oldest-request` the oldest one without an answer, and `data-due` is set
 * while a read or a save is delayed.
 */
const requests = { sent: 0, open: new Set<number>() }
const delays = { due: 0 }

/** Returns the same promise, and publishes its request until it settles. */
export function counted<T>(promise: Promise<T>): Promise<T> {
  requests.sent += 1
  const request = requests.sent
  requests.open.add(request)
  publish()
  return promise.finally(() => {
    requests.open.delete(request)
    publish()
  })
}

/** Runs the function after the pause (ms); returns a function that cancels it. */
export function callAfter(run: () => void, ms: number): () => void {
  const state = { isDue: true }
  const end = (): void => {
    if (state.isDue) delays.due -= 1
    state.isDue = false
    publish()
  }
  delays.due += 1
  publish()
  const timer = setTimeout(() => {
    run()
    end()
  }, ms)
  return () => {
    clearTimeout(timer)
    end()
  }
}

/**
 * Returns a function that runs `run` one at a time: calls during a run cause one more run. Each call settles when
 * nothing is due any more.
 */
export function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  const state: { running: Promise<void> | null; isDue: boolean } = { running: null, isDue: false }
  async function runAll(): Promise<void> {
    try {
      while (state.isDue) {
        state.isDue = false
        await run()
      }
    } finally {
      // Cleared in the same step as the last check of `isDue`, so that a later call starts a run of its own.
      state.running = null
    }
  }
  return () => {
    state.isDue = true
    state.running ??= runAll()
    return state.running
  }
}

/** Tests of stores run without a document. */
function publish(): void {
  const root = globalThis.document?.documentElement
  // In insertion order, so the first one is the oldest.
  const [oldest] = requests.open
  root?.setAttribute('data-requests', String(requests.sent))
  if (oldest === undefined) root?.removeAttribute('data-oldest-request')
  else root?.setAttribute('data-oldest-request', String(oldest))
  root?.toggleAttribute('data-due', delays.due > 0)
}
