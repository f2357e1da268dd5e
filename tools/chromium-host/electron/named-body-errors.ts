import { toNetError } from './net-error.ts'

/** Electron's answers fail while they are read with the names of Chromium's errors; so does this one. */
export function withNamedBodyErrors(response: Response): Response {
  const reader = response.body?.getReader()
  if (reader === undefined) return response
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (error) {
        controller.error(toNetError(error, 'body'))
      }
    },
    cancel: (reason) => reader.cancel(reason)
  })
  const { status, statusText, headers, url } = response
  const named = new Response(body, { status, statusText, headers })
  Object.defineProperty(named, 'url', { value: url })
  return named
}
