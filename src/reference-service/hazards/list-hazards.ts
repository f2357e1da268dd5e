/** Hazards of lists that change or are inconsistent while they are read. */
import type { ServiceResponse } from '../exchange.ts'
import type { Alteration, Fault } from '../faults.ts'
import { LISTS, always, type HazardBody, type PlayedBy, ALL, DELETES, WRITES } from './hazard.ts'

const altered = (alter: Alteration): PlayedBy => always({ kind: 'altered', alter })
const inBody = (change: (body: string) => string): PlayedBy =>
  altered({ response: (response) => ({ ...response, body: change(response.body) }) })

/** Returns the number of pages before this one. */
const pagesBefore = ({ offset, perPage }: { readonly offset: number; readonly perPage: number }): number =>
  Math.floor(offset / perPage)

const lists = { operations: LISTS, work: 'done' } as const
const ODD_PROJECTS = ['', '.', '..', 'a/b', '50% off', 'a?b#c', '雨.example', ' blank ', '%2e%2e']

export const LIST_HAZARDS = {
  'rows-shift-down': {
    sentence: 'Records are added while pages are read: each page begins with records of the previous page.',
    ...lists,
    ...altered({ window: (window) => ({ ...window, offset: window.offset - pagesBefore(window) }) })
  },
  'rows-shift-up': {
    sentence: 'Records leave while pages are read: each page skips records.',
    ...lists,
    ...altered({ window: (window) => ({ ...window, offset: window.offset + pagesBefore(window) }) })
  },
  'row-twice': {
    sentence: 'The first record of each page is there twice.',
    ...lists,
    ...altered({ rows: (rows) => [...rows.slice(0, 1), ...rows] })
  },
  'total-changes': {
    sentence: 'The total differs on each page.',
    ...lists,
    ...altered({ total: (total, offset) => total + (offset % 7) + 1 })
  },
  'total-zero': {
    sentence: 'The total is 0, although there are records.',
    ...lists,
    ...altered({ total: () => 0 })
  },
  'bounds-null': {
    sentence: '`from` and `to` are null, although there are records.',
    ...lists,
    ...inBody((body) => body.replaceAll(/"(from|to)":(?:\d+|"\d+")/g, '"$1":null'))
  },
  'links-elsewhere': {
    sentence: 'Links lead to another host.',
    ...lists,
    ...inBody((body) =>
      body.replaceAll(/https?:(?:\\\/\\\/|\/\/)[^/\\"]+(?=[^"]*[?&](?:page|cursor)=)/g, 'http://elsewhere.example')
    )
  },
  'list-empty': {
    sentence: 'A list without records, as if all were deleted.',
    ...lists,
    ...altered({ rows: () => [], total: () => 0 })
  },
  'page-missing': {
    sentence: 'Page 7 in the middle of the list returns 404.',
    operations: LISTS,
    work: 'not-done',
    level: 'response',
    fault: ({ query }) => (query['page'] === '7' ? { kind: 'status', status: 404 } : null)
  },
  'projects-odd': {
    sentence: 'Projects with empty, unusual, and duplicate names.',
    operations: ['list-projects'],
    work: 'done',
    ...altered({
      rows: (rows) => [
        ...rows,
        ...rows.slice(0, 1),
        ...ODD_PROJECTS.map((project) => ({ project, reports: 0, result: '0.00', created_at: null }))
      ]
    })
  }
} as const satisfies Record<string, HazardBody>

const JSON_TYPE = { 'content-type': 'application/json' }
const PORTAL =
  '<!DOCTYPE html><html><head><title>Welcome</title></head><body>Please sign in to this network.</body></html>'
const LOGIN = '<!DOCTYPE html><html><head><title>Log in</title></head><body><form method="post"></form></body></html>'
const BLOCKED = '<!DOCTYPE html><html><head><title>Attention required!</title></head><body>Blocked.</body></html>'
const MISSING = '<!DOCTYPE html><html><head><title>404 Not Found</title></head><body><h1>Not Found</h1></body></html>'

const page = (status: number, body: string): Fault => ({ kind: 'html', status, body })
const body = (value: unknown): Fault => ({
  kind: 'status',
  status: 200,
  headers: JSON_TYPE,
  body: JSON.stringify(value)
})
/** Whether a response is a failure, also inside a 200. */
const isRefusal = ({ status, body: text }: ServiceResponse): boolean => status >= 400 || /"success": ?false/.test(text)
/** Replaces a successful response with one that reports less; failures are unchanged. */
const instead = (alter: (response: ServiceResponse) => ServiceResponse): Fault => ({
  kind: 'altered',
  alter: { response: (response) => (isRefusal(response) ? response : alter(response)) }
})
const emptied = (status: 200 | 204): Fault =>
  instead((response) => ({ status, headers: withoutType(response.headers), body: '' }))

function withoutType(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-type'))
}

export const PAGE_HAZARDS = {
  html: {
    sentence: 'A web page with 200, as from a captive portal or a parked domain.',
    operations: ALL,
    work: 'not-done',
    ...always(page(200, PORTAL))
  },
  'html-401': {
    sentence: 'A login page with 401.',
    operations: ALL,
    work: 'not-done',
    ...always(page(401, LOGIN))
  },
  'html-403': {
    sentence: 'A page of a firewall with 403.',
    operations: ALL,
    work: 'not-done',
    ...always(page(403, BLOCKED))
  },
  'html-404': {
    sentence: 'A web page with 404: this is not the API.',
    operations: ALL,
    work: 'not-done',
    ...always(page(404, MISSING))
  },
  'no-content': { sentence: '204 without a body.', operations: ALL, work: 'done', ...always(emptied(204)) },
  empty: { sentence: '200 with an empty body.', operations: ALL, work: 'done', ...always(emptied(200)) },
  'deleted-false': {
    sentence: '200 with `deleted` false: nothing was deleted.',
    operations: DELETES,
    work: 'not-done',
    ...always(body({ deleted: false, status: 200 }))
  },
  'success-false': {
    sentence: '200 with `success` false and a message.',
    operations: ALL,
    work: 'not-done',
    ...always(body({ success: false, message: 'Something went wrong.' }))
  },
  'status-500-inside': {
    sentence: '200 with `status` 500 in the body.',
    operations: ALL,
    work: 'not-done',
    ...always(body({ message: 'Server Error', status: 500 }))
  },
  'bare-done': {
    sentence: 'The work is done, and the response is only `success` true.',
    operations: WRITES,
    work: 'done',
    ...always(instead((response) => ({ ...response, status: 200, body: '{"success":true}' })))
  }
} as const satisfies Record<string, HazardBody>
