/**
 * Counts requests that have no answer yet and work that is put off. While there is any, the page's root carries
 * `data-pending`: a test or a screenshot that waits for it to go sees a window that shows everything it knows of.
 */
const work = { count: 0 }

/** Returns what ends it; ending twice counts once. */
function begin(): () => void {
  const state = { isOpen: true }
  add(1)
  return () => {
    if (state.isOpen) add(-1)
    state.isOpen = false
  }
}

function add(change: 1 | -1): void {
  work.count += change
  // Tests of stores run without a document.
  globalThis.document?.documentElement.toggleAttribute('data-pending', work.count > 0)
}

/** The same promise, counted until it settles. */
export function counted<T>(promise: Promise<T>): Promise<T> {
  return promise.finally(begin())
}

/** Runs the function after the pause (ms), and returns what calls it off. */
export function callAfter(run: () => void, ms: number): () => void {
  const end = begin()
  const timer = setTimeout(() => {
    run()
    end()
  }, ms)
  return () => {
    clearTimeout(timer)
    end()
  }
}
