/** Test helper that calls a service in process with valid key and headers. */
import type { ServiceResponse, ServiceReply } from './exchange.ts'
import { ReferenceService } from './reference-service.ts'
import type { ServiceClock, ServiceOptions } from './service-options.ts'
import { contentTypeOf } from '../shared/send.ts'

interface TestCall {
  /** Form text; absent for no body. */
  readonly form?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly address?: string
}

export interface TestCaller {
  readonly service: ReferenceService
  /** `line` is like "GET /api/v1/images?page=2". */
  readonly reply: (line: string, call?: TestCall) => Promise<ServiceReply>
  /** Like `reply`, but returns the response; throws if the connection was dropped. */
  readonly response: (line: string, call?: TestCall) => Promise<ServiceResponse>
}

/** Clock that only the test moves; waits resolve when their time is reached. */
export interface TestClock extends ServiceClock {
  advance(ms: number): void
  /** Resolves when a wait is pending on this clock. */
  someoneWaits(): Promise<void>
}

export const TEST_START = Date.UTC(2026, 0, 15, 10, 0, 0)

export function createTestClock(): TestClock {
  let at = TEST_START
  let waiting: { readonly due: number; readonly resolve: () => void }[] = []
  const watchers: (() => void)[] = []
  return {
    now: () => at,
    wait(ms) {
      for (const watcher of watchers.splice(0)) watcher()
      return new Promise((resolve) => waiting.push({ due: at + ms, resolve }))
    },
    someoneWaits: () => (waiting.length > 0 ? Promise.resolve() : new Promise((resolve) => watchers.push(resolve))),
    advance(ms) {
      at += ms
      const due = waiting.filter((sleeper) => sleeper.due <= at)
      waiting = waiting.filter((sleeper) => sleeper.due > at)
      for (const sleeper of due) sleeper.resolve()
    }
  }
}

/** Creates a service with 120 images and 38 projects and without a rate limit, unless `options` differs. */
export function createTestCaller(options: ServiceOptions = {}): TestCaller {
  const service = new ReferenceService({
    images: 120,
    perMinute: 0,
    clock: createTestClock(),
    random: () => 0,
    ...options
  })

  function reply(line: string, call: TestCall = {}): Promise<ServiceReply> {
    const [method = '', target = ''] = line.split(' ')
    const split = target.indexOf('?')
    const key = target.includes('/projects') ? service.settings.projectsKey : service.settings.imagesKey
    const type = { 'content-type': contentTypeOf(call.form ?? '') }
    return service.handle({
      scheme: 'http',
      method,
      path: split < 0 ? target : target.slice(0, split),
      query: split < 0 ? '' : target.slice(split + 1),
      headers: {
        accept: 'application/json',
        host: 'service.test',
        authorization: `Bearer ${key}`,
        ...type,
        ...call.headers
      },
      body: call.form ?? '',
      address: call.address ?? '10.0.0.1'
    })
  }

  async function response(line: string, call?: TestCall): Promise<ServiceResponse> {
    const result = await reply(line, call)
    if (result.kind !== 'response') throw new Error(`${line}: the connection was lost`)
    return result.response
  }

  return { service, reply, response }
}

/** Record in a response, with the fields that tests use and any others. */
interface WireRow {
  readonly id: number
  readonly name: string
  readonly project: string
  readonly url: string
  readonly result: string
  readonly created_at: string
  readonly [field: string]: unknown
}

export interface RecordBody {
  readonly status: number
  readonly data: WireRow
  /** Field errors of a 422. */
  readonly message: Readonly<Record<string, readonly string[]>>
}

export interface ListBody {
  readonly status: number
  readonly data: readonly WireRow[]
  readonly links: Readonly<Record<string, string | null>>
  readonly meta: { readonly total: number; readonly [field: string]: unknown }
}

/** Parses a response body without validation, because each test checks what it expects. */
export const bodyOf = (response: { readonly body: string }): RecordBody => JSON.parse(response.body)
export const listOf = (response: { readonly body: string }): ListBody => JSON.parse(response.body)
