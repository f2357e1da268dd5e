/** The window's bridge as drivers use it: its requests, its status, and the wait for a window that shows everything. */
import type { Page } from 'playwright-core'
import type { Bridge, RequestArgs, RequestName, RequestValue } from '../src/shared/bridge.ts'
import type { Failure, FailureCode, Result } from '../src/shared/failure.ts'
import type { SyncStatus } from '../src/shared/sync-status.ts'

/** The page's own name of the bridge, for functions that run inside it. */
interface PageWindow {
  readonly bridge: Bridge
}

/** The bridge answered with a failure. */
export class BridgeRefusal extends Error {
  readonly code: FailureCode

  constructor({ code, detail }: Failure) {
    super(`The bridge answered ${code}: ${detail ?? ''}`)
    this.code = code
  }
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new BridgeRefusal(result.failure)
  return result.value
}

/** Asks the window's own bridge, as its screens do. */
export async function ask<N extends RequestName>(page: Page, name: N, args: RequestArgs<N>): Promise<RequestValue<N>> {
  return valueOf(await askForResult(page, name, args))
}

/** The same with failures as data. Typed arrays pass both ways. */
export async function askForResult<N extends RequestName>(
  page: Page,
  name: N,
  args: RequestArgs<N>
): Promise<Result<RequestValue<N>>> {
  const answer = await page.evaluate(
    async ([request, given]) => {
      const { bridge } = globalThis as unknown as { bridge: Record<string, (args: unknown) => Promise<unknown>> }
      return bridge[request]?.(given)
    },
    [name as string, args as unknown] as const
  )
  // The bridge answers what its contract says; tests of the gate ask it past these types.
  return answer as Result<RequestValue<N>>
}

/** What the status bar is built from. */
export async function readStatus(page: Page): Promise<SyncStatus> {
  return valueOf(await page.evaluate(() => (globalThis as unknown as PageWindow).bridge.getSyncStatus(null)))
}

/** A wait of a driver gives up after this, in ms. */
const GIVE_UP_MS = 30_000

/** Answers may lead to further requests: rows of a view that was opened, the view behind a command. */
const GENERATIONS = 3

/**
 * Waits until what was done in the window is known to the engine and painted: every event before this call has come
 * (the status comes after them), and the requests that follow from them were answered. Does not wait for a library
 * that goes on changing, nor for counts that the window puts off (see `settled`).
 */
export async function answered(page: Page): Promise<void> {
  await page.evaluate(
    async ([generations, limitMs]) => {
      const { bridge } = globalThis as unknown as PageWindow
      const { dataset } = document.documentElement
      const end = performance.now() + limitMs
      // A window that is not on screen paints no frames.
      const frame = (): Promise<unknown> =>
        new Promise((resolve) => {
          requestAnimationFrame(resolve)
          setTimeout(resolve, 100)
        })
      await bridge.getSyncStatus(null)
      for (let generation = 0; generation < generations; generation += 1) {
        const asked = Number(dataset['asked'])
        do {
          await frame()
          if (performance.now() > end) throw new Error(`A request had no answer in ${limitMs} ms.`)
        } while (Number(dataset['asking'] ?? Infinity) <= asked)
      }
    },
    [GENERATIONS, GIVE_UP_MS] as const
  )
}

/**
 * Waits until the window shows everything it was told, counts included, and has nothing left to read or to save.
 * Rejects when the library goes on changing for half a minute.
 */
export async function settled(page: Page): Promise<void> {
  const end = Date.now() + GIVE_UP_MS
  const isCalm = () => page.evaluate(() => !('due' in document.documentElement.dataset))
  do {
    await answered(page)
    if (Date.now() > end) throw new Error(`The window was never at rest in ${GIVE_UP_MS} ms.`)
  } while (!(await isCalm()))
}

/** Waits until the window shows what is wanted, and not only what it showed before; rejects after half a minute. */
export async function waitUntilShown(page: Page, isWanted: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + GIVE_UP_MS
  for (;;) {
    await answered(page)
    if (await isWanted()) return
    if (Date.now() > end) throw new Error(`The window did not come to what was waited for in ${GIVE_UP_MS} ms.`)
  }
}

/**
 * Waits for the status, event by event, until it is as wanted; rejects with the last one after `timeoutMs`. What was
 * done in the window before has reached the engine by then.
 */
export async function waitForStatus(
  page: Page,
  isWanted: (status: SyncStatus) => boolean,
  timeoutMs = 60_000
): Promise<SyncStatus> {
  const end = Date.now() + timeoutMs
  await answered(page)
  for (let last: SyncStatus | null = null; ;) {
    const status = await nextStatus(page, last)
    if (isWanted(status)) return status
    if (Date.now() > end) throw new Error(`Status was not reached in ${timeoutMs} ms: ${JSON.stringify(status)}`)
    last = status
  }
}

/** The status once it differs from the last one, or after a second all the same. */
async function nextStatus(page: Page, last: SyncStatus | null): Promise<SyncStatus> {
  const answer = await page.evaluate(
    async ([known]) => {
      const { bridge } = globalThis as unknown as PageWindow
      const heard = Promise.withResolvers<unknown>()
      const stop = bridge.subscribe.syncStatus(heard.resolve)
      const timer = setTimeout(heard.resolve, 1_000)
      const now = await bridge.getSyncStatus(null)
      if (now.ok && JSON.stringify(now.value) === known) await heard.promise
      stop()
      clearTimeout(timer)
      return now.ok && JSON.stringify(now.value) !== known ? now : bridge.getSyncStatus(null)
    },
    [last === null ? null : JSON.stringify(last)] as const
  )
  return valueOf(answer)
}

/** Both groups were read to their end, and nothing waits. */
export const isUpToDate = (status: SyncStatus): boolean =>
  status.images.state === 'up-to-date' && status.projects.state === 'up-to-date' && status.waiting === 0
