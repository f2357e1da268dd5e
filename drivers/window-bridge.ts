/** Uses the window's bridge: sends requests, reads the status, and waits for the window. */
import type { Page } from 'playwright-core'
import type { Bridge, RequestArgs, RequestName, RequestValue } from '../src/shared/bridge.ts'
import type { Failure, FailureCode, Result } from '../src/shared/failure.ts'
import type { SyncStatus } from '../src/shared/sync-status.ts'

/** The page's globals, for functions that run inside it. */
interface PageWindow {
  readonly bridge: Bridge
}

/** A failure of the bridge. */
export class BridgeRefusal extends Error {
  readonly code: FailureCode

  constructor({ code, detail }: Failure) {
    super(`The bridge failed with ${code}: ${detail ?? ''}`)
    this.code = code
  }
}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new BridgeRefusal(result.failure)
  return result.value
}

/** Sends a request through the window's bridge. Throws BridgeRefusal for a failure. */
export async function ask<N extends RequestName>(page: Page, name: N, args: RequestArgs<N>): Promise<RequestValue<N>> {
  return valueOf(await askForResult(page, name, args))
}

/** Does the same and returns failures. Typed arrays can be sent both ways. */
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
  // Tests of the gate also send requests outside of these types.
  return answer as Result<RequestValue<N>>
}

/** Reads the status of sync. */
export async function readStatus(page: Page): Promise<SyncStatus> {
  return valueOf(await page.evaluate(() => (globalThis as unknown as PageWindow).bridge.getSyncStatus(null)))
}

const LIMIT_MS = 30_000

/** Responses may cause further requests, such as the rows of an opened view. */
const GENERATIONS = 3

/**
 * Waits until the engine and the screen have processed earlier actions: all earlier events have arrived (before the
 * status), and the resulting requests have responses. Does not wait for later changes, nor for deferred counts; see
 * `settled`.
 */
export async function answered(page: Page): Promise<void> {
  await page.evaluate(
    async ([generations, limitMs]) => {
      const { bridge } = globalThis as unknown as PageWindow
      const { dataset } = document.documentElement
      const end = performance.now() + limitMs
      // A hidden window paints no frames.
      const frame = (): Promise<unknown> =>
        new Promise((resolve) => {
          requestAnimationFrame(resolve)
          setTimeout(resolve, 100)
        })
      await bridge.getSyncStatus(null)
      for (let generation = 0; generation < generations; generation += 1) {
        const asked = Number(dataset['requests'])
        do {
          await frame()
          if (performance.now() > end) throw new Error(`A request had no response within ${limitMs} ms.`)
        } while (Number(dataset['oldestRequest'] ?? Infinity) <= asked)
      }
    },
    [GENERATIONS, LIMIT_MS] as const
  )
}

/**
 * Waits until the window shows all changes, including counts, and has nothing to load or save. Rejects if the library
 * changes for half a minute.
 */
export async function settled(page: Page): Promise<void> {
  const end = Date.now() + LIMIT_MS
  const isSettled = () => page.evaluate(() => !('due' in document.documentElement.dataset))
  do {
    await answered(page)
    if (Date.now() > end) throw new Error(`The window did not settle within ${LIMIT_MS} ms.`)
  } while (!(await isSettled()))
}

/** Waits until the window shows an expected state; rejects after half a minute. */
export async function waitUntilShown(page: Page, isExpected: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + LIMIT_MS
  for (;;) {
    await answered(page)
    if (await isExpected()) return
    if (Date.now() > end) throw new Error(`The window did not show the expected state within ${LIMIT_MS} ms.`)
  }
}

/**
 * Waits until the engine has processed earlier actions and the status is as expected; rejects with the last status
 * after `timeoutMs`.
 */
export async function waitForStatus(
  page: Page,
  isExpected: (status: SyncStatus) => boolean,
  timeoutMs = 60_000
): Promise<SyncStatus> {
  const end = Date.now() + timeoutMs
  await answered(page)
  for (let last: SyncStatus | null = null; ;) {
    const status = await nextStatus(page, last)
    if (isExpected(status)) return status
    if (Date.now() > end) throw new Error(`Status was not reached within ${timeoutMs} ms: ${JSON.stringify(status)}`)
    last = status
  }
}

/** Returns the status once it differs from the last one, or after a second. */
async function nextStatus(page: Page, last: SyncStatus | null): Promise<SyncStatus> {
  const answer = await page.evaluate(
    async ([known]) => {
      const { bridge } = globalThis as unknown as PageWindow
      const received = Promise.withResolvers<unknown>()
      const stop = bridge.subscribe.syncStatus(received.resolve)
      const timer = setTimeout(received.resolve, 1_000)
      const now = await bridge.getSyncStatus(null)
      if (now.ok && JSON.stringify(now.value) === known) await received.promise
      stop()
      clearTimeout(timer)
      return now.ok && JSON.stringify(now.value) !== known ? now : bridge.getSyncStatus(null)
    },
    [last === null ? null : JSON.stringify(last)] as const
  )
  return valueOf(answer)
}

/** Whether both groups are loaded and nothing is pending. */
export const isUpToDate = (status: SyncStatus): boolean =>
  status.images.state === 'up-to-date' && status.projects.state === 'up-to-date' && status.waiting === 0
