/**
 * Says on the page's root what the window has begun and not ended, so that tests and screenshots can wait for it:
 * `data-asked` is how many requests were sent, `data-asking` which of them is the oldest without an answer, and
 * `data-due` is there while a read or a save is put off.
 */
const requests = { asked: 0, open: new Set<number>() }
const delays = { due: 0 }

/** The same promise, with its request said on the page until it settles. */
export function counted<T>(promise: Promise<T>): Promise<T> {
  requests.asked += 1
  const mine = requests.asked
  requests.open.add(mine)
  say()
  return promise.finally(() => {
    requests.open.delete(mine)
    say()
  })
}

/** Runs the function after the pause (ms), and returns what calls it off. */
export function callAfter(run: () => void, ms: number): () => void {
  const state = { isDue: true }
  const end = (): void => {
    if (state.isDue) delays.due -= 1
    state.isDue = false
    say()
  }
  delays.due += 1
  say()
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
 * Runs one at a time: calls that come while one is under way are answered by a single further run. Each settles when
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
      // In the same step as the last look at the wish: one that comes later starts a run of its own.
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
function say(): void {
  const root = globalThis.document?.documentElement
  // Insertion order: the first one is the oldest.
  const [oldest] = requests.open
  root?.setAttribute('data-asked', String(requests.asked))
  if (oldest === undefined) root?.removeAttribute('data-asking')
  else root?.setAttribute('data-asking', String(oldest))
  root?.toggleAttribute('data-due', delays.due > 0)
}
