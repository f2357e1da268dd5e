/** Hazards of every known status of services and gateways, and of every known form of rate limiting. */
import type { Fault } from '../faults.ts'
import { ALL, WRITES, always, type HazardBody, type PlayedBy } from './hazard.ts'

const HTML = { 'content-type': 'text/html; charset=UTF-8' }
/** Looks like a key, but is invalid. */
const KEY_LIKE = 'sk-proj-0Vd3mZ9xQ7tLb2KcWn4RfHs8'
const TRACE_LINES = 4_000
const TRACE = `<!DOCTYPE html><title>ErrorException</title><pre>OPENAI_API_KEY=${KEY_LIKE}\n${'#0 /srv/app/Kernel.php(201): Pipeline->handle()\n'.repeat(TRACE_LINES)}</pre>`

type Status = Extract<Fault, { readonly kind: 'status' }>
type More = Partial<Omit<Status, 'kind' | 'status'>>

const answered = (status: number, message: string, more: More = {}): Fault => ({
  kind: 'status',
  status,
  body: JSON.stringify({ message }),
  ...more
})
const gateway = (status: number, title: string, more: More = {}): Fault => ({
  kind: 'status',
  status,
  headers: HTML,
  body: `<html><head><title>${status} ${title}</title></head><body><h1>${status} ${title}</h1></body></html>`,
  ...more
})

const all = { operations: ALL, work: 'not-done' } as const
const done = { operations: WRITES, work: 'done' } as const

/** Creates a hazard whose response contains `said` as its message. */
const told = (status: number, said: string, more: More = {}): HazardBody => ({
  sentence: `${status}: ${said.replace(/\.$/, '')}.`,
  ...all,
  ...always(answered(status, said, more))
})
const page = (status: number, title: string, more: More = {}): HazardBody => ({
  sentence: `${status} ${title}, as a web page.`,
  ...all,
  ...always(gateway(status, title, more))
})
const doneAfter = (status: number, title: string): HazardBody => ({
  sentence: `${status} ${title}, although the work was done.`,
  ...done,
  ...always(gateway(status, title, { isHandled: true }))
})

export const STATUS_HAZARDS = {
  'status-400': told(400, 'Bad Request.'),
  'status-401': told(401, 'Unauthenticated.'),
  'status-403': told(403, 'Your plan does not include the API.'),
  'status-404': told(404, 'Resource not found.'),
  'status-404-named': {
    sentence: '404 whose message contains the name of the record.',
    operations: ['show-image', 'update-image', 'delete-image'],
    work: 'not-done',
    level: 'response',
    fault: ({ path }) => answered(404, `No query results for model [Image] ${path.split('/').at(-1)}`)
  },
  'status-405': told(405, 'The method is not supported for this route.', { headers: { allow: 'GET, HEAD' } }),
  'status-407': page(407, 'Proxy Authentication Required', {
    headers: { ...HTML, 'proxy-authenticate': 'Basic realm="proxy"' }
  }),
  'status-408': told(408, 'Request Timeout.'),
  'status-409': told(409, 'Conflict.'),
  'status-410': told(410, 'Gone.'),
  'status-413': page(413, 'Payload Too Large'),
  'status-422': {
    sentence: '422 for a field that was not sent.',
    ...all,
    ...always({
      kind: 'status',
      status: 422,
      body: JSON.stringify({ message: { quota: ['Not enough credits.'] }, status: 422 })
    })
  },
  'status-425': told(425, 'Too Early.'),
  'status-500': told(500, 'Server Error'),
  'status-502': page(502, 'Bad Gateway'),
  'status-503': told(503, 'Service Unavailable.'),
  'status-504-done': doneAfter(504, 'Gateway Timeout'),
  'status-500-upstream': {
    sentence: '500 with the text of an upstream service that contains a key.',
    ...all,
    ...always(answered(500, `Incorrect API key provided: ${KEY_LIKE}. You can find your API key in your account.`))
  },
  'status-500-trace': {
    sentence: '500 with a stack trace of 200 kB that contains a key.',
    ...all,
    ...always({ kind: 'status', status: 500, headers: HTML, body: TRACE })
  }
} as const satisfies Record<string, HazardBody>

const WAIT_S = 7
const BODY = JSON.stringify({ message: 'Too Many Attempts.' })

type Headers = Readonly<Record<string, string>>

const refused = (status: 429 | 503, headers: Headers): Fault => ({ kind: 'status', status, headers, body: BODY })
const with429 = (headers: Headers): PlayedBy => always(refused(429, headers))
/** Creates a hazard whose headers contain the current time. */
const atNow = (headersAt: (now: number) => Headers): PlayedBy => ({
  level: 'response',
  fault: ({ at }) => refused(429, headersAt(at))
})

export const PACE_HAZARDS = {
  'retry-after': { sentence: '429, retry in 7 seconds.', ...all, ...with429({ 'retry-after': String(WAIT_S) }) },
  'retry-after-date': {
    sentence: '429, retry at a date 7 seconds from now.',
    ...all,
    ...atNow((now) => ({
      date: new Date(now).toUTCString(),
      'retry-after': new Date(now + WAIT_S * 1000).toUTCString()
    }))
  },
  'retry-after-none': { sentence: '429 without a time.', ...all, ...with429({}) },
  'retry-after-zero': { sentence: '429, retry in 0 seconds.', ...all, ...with429({ 'retry-after': '0' }) },
  'retry-after-negative': { sentence: '429, retry in -5 seconds.', ...all, ...with429({ 'retry-after': '-5' }) },
  'retry-after-absurd': {
    sentence: '429, retry in a hundred years.',
    ...all,
    ...with429({ 'retry-after': '3153600000' })
  },
  'retry-after-fraction': { sentence: '429, retry in 1.5 seconds.', ...all, ...with429({ 'retry-after': '1.5' }) },
  'reset-only': {
    sentence: '429 with only `X-RateLimit-Reset`.',
    ...all,
    ...atNow((now) => ({ 'x-ratelimit-reset': String(Math.ceil(now / 1000) + WAIT_S) }))
  },
  'retry-after-503': {
    sentence: '503, retry in 7 seconds.',
    ...all,
    ...always(refused(503, { 'retry-after': String(WAIT_S) }))
  },
  'stacked-limits': {
    sentence: 'Two limits in one header: "60, 1000;w=3600".',
    operations: ALL,
    work: 'done',
    ...always({
      kind: 'altered',
      alter: {
        response: (response) => ({
          ...response,
          headers: { ...response.headers, 'x-ratelimit-limit': '60, 1000;w=3600', 'x-ratelimit-remaining': '59, 12' }
        })
      }
    })
  }
} as const satisfies Record<string, HazardBody>
