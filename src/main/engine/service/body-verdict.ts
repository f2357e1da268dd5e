/**
 * What a body says about success beside its HTTP status: a failure inside a 200, the messages of a refusal. Only
 * numbers and flags decide; messages are shown and never compared.
 */
import type { Failure } from '../../../shared/failure.ts'
import { excerpt } from './excerpt.ts'
import { isObject, member, readCount, readFlag, type JsonObject } from './read-fields.ts'

const MAX_FIELDS = 20
const MAX_MESSAGES = 5
const MAX_FIELD_NAME = 60
const STATUS_FIELDS = ['status', 'status_code', 'code'] as const

/** The status that counts: the body may turn a success into a failure, never a failure into a success. */
export function effectiveStatus(httpStatus: number, root: unknown): number {
  if (httpStatus < 200 || httpStatus >= 300 || !isObject(root)) return httpStatus
  const isFailure = readFlag(member(root, 'success')) === false
  // `code` alone is as often an own numbering: it counts only beside a plain `success: false`.
  const names = isFailure ? STATUS_FIELDS : STATUS_FIELDS.slice(0, 1)
  const told = names.map((name) => readCount(member(root, name))).find((value) => isFailureStatus(value))
  if (told !== undefined) return told
  if (!isFailure) return httpStatus
  return readFields(root) === undefined ? 400 : 422
}

function isFailureStatus(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status <= 599
}

/** Messages for each field, and the general text: what a failure carries beside its code. */
export function readComplaint(root: unknown): Pick<Failure, 'fields' | 'detail'> {
  if (!isObject(root)) return {}
  const fields = readFields(root)
  const detail = readDetail(root)
  return { ...(fields === undefined ? {} : { fields }), ...(detail === undefined ? {} : { detail }) }
}

/** The map may stand inside `message` (standard), in `errors` (stock framework), or be a list of field and message. */
function readFields(root: JsonObject): Failure['fields'] {
  for (const name of ['message', 'errors']) {
    const value = member(root, name)
    const fields = Array.isArray(value) ? fieldsOfList(value) : isObject(value) ? fieldsOfMap(value) : []
    if (fields.length > 0) return grouped(fields.slice(0, MAX_FIELDS))
  }
  return undefined
}

type FieldMessages = readonly [string, readonly string[]]

function fieldsOfMap(map: JsonObject): readonly FieldMessages[] {
  return Object.entries(map)
    .filter(([, value]) => typeof value === 'string' || Array.isArray(value))
    .map(([field, value]) => [field, messagesOf(value)] as const)
    .filter(([, messages]) => messages.length > 0)
}

function fieldsOfList(list: readonly unknown[]): readonly FieldMessages[] {
  return list.filter(isObject).flatMap((item): FieldMessages[] => {
    const field = member(item, 'field') ?? member(item, 'name')
    const messages = messagesOf(member(item, 'message') ?? member(item, 'detail') ?? member(item, 'messages'))
    return typeof field === 'string' && messages.length > 0 ? [[field, messages]] : []
  })
}

function messagesOf(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list
    .filter((item) => typeof item === 'string')
    .map((item) => excerpt(item) ?? '')
    .filter((text) => text !== '')
    .slice(0, MAX_MESSAGES)
}

/** Several entries for one field are joined; a field called `__proto__` stays a field. Names are shown as messages are. */
function grouped(fields: readonly FieldMessages[]): Readonly<Record<string, readonly string[]>> {
  const joined = new Map<string, readonly string[]>()
  for (const [name, messages] of fields) {
    const field = excerpt(name, MAX_FIELD_NAME) ?? ''
    joined.set(field, [...(joined.get(field) ?? []), ...messages].slice(0, MAX_MESSAGES))
  }
  return Object.fromEntries(joined)
}

function readDetail(root: JsonObject): string | undefined {
  const error = member(root, 'error')
  const candidates = [
    member(root, 'message'),
    error,
    isObject(error) ? member(error, 'message') : undefined,
    member(root, 'detail'),
    member(root, 'title'),
    firstOfList(member(root, 'errors'))
  ]
  const text = candidates.find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof text === 'string' ? excerpt(text) : undefined
}

function firstOfList(errors: unknown): unknown {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined
  return isObject(first) ? member(first, 'message') : first
}
