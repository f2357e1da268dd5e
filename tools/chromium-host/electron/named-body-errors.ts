import { toNetError } from './net-error.ts'

/**
 * Electron's answers fail while they are read with the names of Chromium's errors; so does this one. Canceling the body
 * frees nothing there: the connection stays busy until the request is aborted, and six of those block their host.
 */
export function withNamedBodyErrors(response: Response, signal?: AbortSignal | null): Response {
  const reader = response.body?.getReader()
  if (reader === undefined) return response
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const end = () => {
        controller.error(signal?.reason)
        // Node's own fetch may have lost its signal to the garbage collector by now.
        reader.cancel().catch(() => undefined)
      }
      signal?.addEventListener('abort', end, { once: true })
    },
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        controller.error(toNetError(error, 'body'))
      }
    }
  })
  const { status, statusText, headers, url } = response
  const named = new Response(body, { status, statusText, headers })
  Object.defineProperty(named, 'url', { value: url })
  return named
}
