/** A port to a service that returns scripted responses and records its requests. */
import type { HttpResponse, Send, SendResponse, SendFailure, SendRequest } from '../../src/shared/send.ts'

export interface ScriptedSend {
  readonly send: Send
  readonly asked: readonly SendRequest[]
}

/** A response; a function may inspect the request. */
export type Scripted = SendResponse | ((request: SendRequest) => SendResponse)

/** Returns the responses in order; repeats the last one. */
export function scriptedSend(...answers: Scripted[]): ScriptedSend {
  const asked: SendRequest[] = []
  const send: Send = (request) => {
    const response = answers[Math.min(asked.length, answers.length - 1)]
    asked.push(request)
    if (response === undefined) throw new Error('a script needs at least one answer')
    return Promise.resolve(typeof response === 'function' ? response(request) : response)
  }
  return { send, asked }
}

/** Creates a response with this body: JSON unless it is text. */
export function responseOf(body: unknown, more: Partial<HttpResponse> = {}): HttpResponse {
  return {
    kind: 'response',
    status: 200,
    headers: {},
    body: typeof body === 'string' ? body : JSON.stringify(body),
    url: 'https://example.org/api/v1/images',
    ...more
  }
}

/** Creates a network failure. */
export function failureOf(code: SendFailure['code'], more: Partial<SendFailure> = {}): SendFailure {
  return { kind: 'failed', code, wasSent: true, host: 'example.org', location: null, detail: '', ...more }
}
