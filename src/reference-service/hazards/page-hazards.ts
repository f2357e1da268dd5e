/** Answers that are no answer of the interface: web pages, nothing, a success that denies itself. */
import type { ServiceAnswer } from '../exchange.ts'
import type { Fault } from '../faults.ts'
import { ALL, DELETES, WRITES, always } from './hazard.ts'
import type { HazardBody } from './hazard.ts'

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
/** Also inside a 200. */
const isRefusal = ({ status, body: text }: ServiceAnswer): boolean => status >= 400 || /"success": ?false/.test(text)
/** Says less of what was done; what was refused is not made a success. */
const instead = (alter: (answer: ServiceAnswer) => ServiceAnswer): Fault => ({
  kind: 'altered',
  alter: { answer: (answer) => (isRefusal(answer) ? answer : alter(answer)) }
})
const emptied = (status: 200 | 204): Fault =>
  instead((answer) => ({ status, headers: withoutType(answer.headers), body: '' }))

function withoutType(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'content-type'))
}

export const PAGE_HAZARDS = {
  html: {
    sentence: 'A web page with 200, as a captive portal or a parked domain shows it.',
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
    sentence: "A page of the site's protection with 403.",
    operations: ALL,
    work: 'not-done',
    ...always(page(403, BLOCKED))
  },
  'html-404': {
    sentence: 'A web page with 404: this is not the interface.',
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
    sentence: 'The work is done and answered with nothing but `success` true.',
    operations: WRITES,
    work: 'done',
    ...always(instead((answer) => ({ ...answer, status: 200, body: '{"success":true}' })))
  }
} as const satisfies Record<string, HazardBody>
