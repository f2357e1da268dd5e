/** A small HTTP server on this computer for the duration of a test. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Loopback extends AsyncDisposable {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string
  /** Every request that arrived, in order. */
  readonly arrived: {
    readonly method: string
    readonly url: string
    readonly headers: IncomingMessage['headers']
    readonly body: string
  }[]
}

/** `answer` is called after the request body has been read. */
export async function startLoopback(
  answer: (request: IncomingMessage, response: ServerResponse) => void
): Promise<Loopback> {
  const arrived: Loopback['arrived'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      arrived.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') })
      answer(request, response)
    })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  // The address of a listening TCP server is never a string or null.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    arrived,
    [Symbol.asyncDispose]: async () => {
      const closed = Promise.withResolvers<void>()
      server.closeAllConnections()
      server.close(() => closed.resolve())
      await closed.promise
    }
  }
}
