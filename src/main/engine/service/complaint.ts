/**
 * Reads the messages of a failure, per field and in general. Frameworks nest them in many shapes, so a single recursive
 * walk handles all of them: it descends into known containers (`errors`, `detail`), takes the field from an item that
 * names one (`field`, `pointer`), and reads any other object below a container as a map of fields to messages. An
 * object at the root may be anything, so it is such a map only if its values are lists of messages.
 */
import { FORM_FIELDS } from '../../../shared/change.ts'
import type { Failure } from '../../../shared/failure.ts'
import { cutBeforeKey, maskSecrets } from '../../../shared/mask-secrets.ts'
import { readJson } from './json-text.ts'
import { isObject, type JsonObject, member } from './read-fields.ts'

type FieldMessages = readonly [field: string, messages: readonly string[]]

interface Messages {
  readonly fields: readonly FieldMessages[]
  readonly general: readonly string[]
}

const NOTHING: Messages = { fields: [], general: [] }
const MAX_FIELDS = 20
const MAX_MESSAGES = 5
const MAX_FIELD_NAME = 60
/** A body may be nested far deeper than any error message. */
const MAX_DEPTH = 6

const words = (text: string): readonly string[] => text.split(' ')
/**
 * Members that may contain a text, an item, a list or a map of fields; the first with a text provides the general text.
 */
const CONTAINERS = words(
  'message messages error error_description detail msg title reason errors details ' +
    'invalid-params invalid_params invalidParams violations fieldViolations'
)
/** Members with the text of an item that names its field, the most specific one first. */
const TEXTS = words('message detail msg reason description messages error title')
const FIELD_NAMES = words('field param property propertyPath attribute pointer loc')
/** In lists only, because elsewhere it is the name of the error, or the path of the request. */
const ITEM_FIELD_NAMES = [...FIELD_NAMES, 'path', 'name']
/** Keys that frameworks use in a map of fields for errors of the whole request; they are not fields. */
const NON_FIELD_KEYS: ReadonlySet<string> = new Set(['', ...words('non_field_errors __all__ base _schema')])
/** Members that identify an object in a list as the description of an error. */
const ERROR_TEXTS = words('message msg detail reason')
/** A name that ends in the label of a secret. `maskSecrets` knows the label alone, not `proxy_password` or `key[0]`. */
const SECRET_LABEL = /(?:authorization|password|secret|token|key)(?=[^a-z]*$)/i
/** Members that appear beside the fields at the root. */
const NO_FIELDS: ReadonlySet<string> = new Set(
  words('status code success type instance timestamp path data meta links')
)
/** Spelled as in the interface, so that their messages are shown at the matching input. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([...FORM_FIELDS, ...words('favorite results project')])

/** Returns the messages per field and the general text, for a failure. */
export function readComplaint(root: unknown): Pick<Failure, 'fields' | 'detail'> {
  const { fields, general } = isObject(root) ? readObject(withoutFacts(root), 0, FIELD_NAMES) : read(root, 0)
  const kept = fields.slice(0, MAX_FIELDS)
  const detail = excerpt([...new Set(general)].slice(0, MAX_MESSAGES).join(' '))
  return { ...(kept.length === 0 ? {} : { fields: grouped(kept) }), ...(detail === undefined ? {} : { detail }) }
}

const withoutFacts = (root: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(root).filter(([name]) => !NO_FIELDS.has(name)))

function read(value: unknown, depth: number, fieldNames: readonly string[] = FIELD_NAMES): Messages {
  if (depth > MAX_DEPTH) return NOTHING
  if (typeof value === 'string') return readText(value, depth)
  if (Array.isArray(value)) return readList(value, depth)
  return isObject(value) ? readObject(value, depth, fieldNames) : NOTHING
}

/** A gateway may pass on the JSON of the service as text, which is parsed and never shown. */
function readText(text: string, depth: number): Messages {
  const inside = readJson(text)
  if (inside.kind === 'json') return read(inside.value, depth + 1)
  const line = excerpt(text)
  return line === undefined ? NOTHING : { fields: [], general: [line] }
}

function readList(list: readonly unknown[], depth: number): Messages {
  return joined(list.slice(0, MAX_FIELDS * MAX_MESSAGES).map((item) => read(item, depth + 1, ITEM_FIELD_NAMES)))
}

function readObject(object: JsonObject, depth: number, fieldNames: readonly string[]): Messages {
  const field = fieldOf(object, fieldNames)
  const texts = field === null ? [] : TEXTS.map((name) => read(member(object, name), depth + 1))
  const text = texts.find(({ general }) => general.length > 0)
  if (field !== null && text !== undefined) return ofField(field, text)
  const contained = CONTAINERS.map((name) => read(member(object, name), depth + 1))
  if (contained.some(hasMessages)) return firstGeneral(contained)
  // A record that is shown beside a failure is not a map of fields.
  if (Object.hasOwn(object, 'id')) return NOTHING
  const entries = Object.entries(object)
  // An object at the root may not be about fields, but an echo of the form, or facts of a gateway.
  return depth === 0 && !entries.every(([, value]) => isMessages(value)) ? NOTHING : readMap(entries, depth)
}

const isMessages = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' || isErrorItem(item))

const isErrorItem = (value: unknown): boolean =>
  isObject(value) && ERROR_TEXTS.some((name) => typeof member(value, name) === 'string')

const hasMessages = ({ fields, general }: Messages): boolean => fields.length > 0 || general.length > 0

/** Returns all fields, and the text of the first part that has one, because others only repeat it. */
function firstGeneral(parts: readonly Messages[]): Messages {
  const general = parts.find((part) => part.general.length > 0)?.general ?? []
  return { fields: parts.flatMap((part) => part.fields), general }
}

function readMap(entries: readonly (readonly [string, unknown])[], depth: number): Messages {
  return joined(entries.slice(0, MAX_FIELDS).map(([name, value]) => ofField(normalized(name), read(value, depth + 1))))
}

/** Messages inside a field are about it, unless they name one of their own; a number is an index in its list. */
function ofField(field: string, { fields, general }: Messages): Messages {
  const inner = fields.map(([name, messages]): FieldMessages => [/^\d+$/.test(name) ? field : name, messages])
  if (NON_FIELD_KEYS.has(field)) return { fields: inner, general }
  return { fields: general.length === 0 ? inner : [...inner, [field, general]], general: [] }
}

/** Returns `null` if the object names no field. */
function fieldOf(object: JsonObject, fieldNames: readonly string[]): string | null {
  const source = member(object, 'source')
  const pointed = isObject(source) ? [member(source, 'pointer'), member(source, 'parameter')] : []
  const paths = [...pointed, ...fieldNames.map((name) => member(object, name))]
  const path = paths
    .map((value) => (Array.isArray(value) ? value.join('/') : value))
    .find((value) => typeof value === 'string')
  return typeof path === 'string' ? normalized(path) : null
}

/** `/data/attributes/name`, `#/name`, `body/name`, `$.name` and `Name` are the same field. */
function normalized(name: string): string {
  const parts = name.split('/').filter((part) => !['', '#', 'data', 'attributes', 'body', 'query'].includes(part))
  const plain = name.includes('/') ? parts.join('.') : name.replace(/^\$\./, '')
  return KNOWN_FIELDS.has(plain.toLowerCase()) ? plain.toLowerCase() : plain
}

const joined = (parts: readonly Messages[]): Messages => ({
  fields: parts.flatMap(({ fields }) => fields),
  general: parts.flatMap(({ general }) => general)
})

/** Joins entries of one field; a field named `__proto__` stays a field. Names are sanitized like messages. */
function grouped(fields: readonly FieldMessages[]): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for (const [name, messages] of fields) {
    const field = excerpt(name, MAX_FIELD_NAME) ?? ''
    const masked = messages.map((message) => maskedFor(name, message))
    found.set(field, [...(found.get(field) ?? []), ...masked].slice(0, MAX_MESSAGES))
  }
  return Object.fromEntries(found)
}

/** Masks secrets by the label before them, which here is the name of the field, so both are masked as one text. */
function maskedFor(name: string, message: string): string {
  const label = SECRET_LABEL.exec(name)?.[0]
  return label === undefined ? message : maskSecrets(`${label}: ${message}`).slice(label.length + 2)
}

/** Length of `Failure.detail`. */
const MAX_EXCERPT = 300
/** Maximum length to inspect, because an error page may contain a trace of megabytes. */
const MAX_INSPECTED = 4_000

const CONTROLS = /\p{Cc}+/gu
/** Marks, embeddings, overrides and isolates of direction could reorder the program's text around them. */
const BIDI_CONTROLS = /\p{Bidi_Control}+/gu

/** Returns up to 300 characters, or undefined if nothing is left. Markup stays plain text and is never rendered. */
export function excerpt(text: string, maxLength = MAX_EXCERPT): string | undefined {
  // Done before cutting and masking, because half a key, or one with a mark in it, does not look like a key.
  const plain = cutBeforeKey(text.replace(BIDI_CONTROLS, ''), MAX_INSPECTED)
  const line = plain.replace(CONTROLS, ' ').replace(/\s+/g, ' ').trim()
  const masked = maskSecrets(line)
  const short = masked.length > maxLength ? `${masked.slice(0, maxLength - 1)}…` : masked
  return short === '' ? undefined : short.toWellFormed()
}
