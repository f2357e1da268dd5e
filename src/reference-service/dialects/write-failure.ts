/** Writes failures, by dialect. */
import type { ServiceResponse, FieldErrors } from '../exchange.ts'
import type { ServiceDialect } from './switches.ts'
import { writeJson } from './write-json.ts'

export interface ServiceFailure {
  readonly status: number
  readonly message: string
  readonly fields?: FieldErrors
  /** Whether the standard body repeats the status. */
  readonly showsStatus?: boolean
  /** Source of the failure. `framework` is never inside a 200, because the application has not received the request. */
  readonly by: 'application' | 'framework'
  readonly headers?: Readonly<Record<string, string>>
}

type Body = Readonly<Record<string, unknown>>

const BODIES: Readonly<Record<ServiceDialect['errors'], (failure: ServiceFailure) => Body>> = {
  'message-map': ({ status, message, fields, showsStatus }) => ({
    message: fields ?? message,
    ...(showsStatus === true ? { status } : {})
  }),
  'errors-map': ({ message, fields }) => ({ message, errors: fields }),
  'errors-list': ({ status, message, fields }) => ({
    success: false,
    status,
    message: fields === undefined ? message : undefined,
    errors: fields === undefined ? undefined : listOf(fields)
  }),
  root: ({ message, fields }) => fields ?? { detail: message },
  'errors-alone': ({ status, message, fields }) =>
    fields === undefined ? { status, error: message } : { errors: fields },
  pointers: ({ status, message, fields }) => ({
    errors:
      fields === undefined
        ? [{ status: String(status), detail: message }]
        : listOf(fields).map(({ field, message: detail }) => ({
            status: String(status),
            detail,
            source: { pointer: `/data/attributes/${String(field)}` }
          }))
  }),
  text: ({ message }) => ({ error: message }),
  problem: ({ status, message, fields }) => ({ title: message, status, detail: message, errors: fields })
}

/** Writes the response of a failure. */
export function writeFailure(dialect: ServiceDialect, failure: ServiceFailure): ServiceResponse {
  const translatedFailure = inLanguage(dialect, failure)
  const outer = failure.fields !== undefined && dialect.errors === 'root' ? 400 : failure.status
  const body = BODIES[dialect.errors](translatedFailure)
  const isInside = dialect.failures === 'inside' && failure.by === 'application'
  const status = isInside ? 200 : outer
  const type = dialect.errors === 'problem' ? { 'content-type': 'application/problem+json' } : {}
  const whole = isInside ? { success: false, status: failure.status, ...body } : body
  return writeJson(dialect, 'failure', { status, body: whole, headers: { ...type, ...failure.headers } })
}

export const invalid = (fields: FieldErrors): ServiceFailure => ({
  status: 422,
  message: Object.values(fields)[0]?.[0] ?? '',
  fields,
  showsStatus: true,
  by: 'application'
})

export const notFound = (by: ServiceFailure['by']): ServiceFailure => ({
  status: 404,
  message: 'Resource not found.',
  showsStatus: true,
  by
})

/** Failure for a page past the end, if the dialect has no empty page. */
export const noSuchPage = (status: 404 | 422): ServiceFailure => ({
  status,
  message: 'Invalid page.',
  showsStatus: true,
  by: 'application'
})

export const unauthenticated: ServiceFailure = { status: 401, message: 'Unauthenticated.', by: 'application' }

export const tooMany = (headers: Readonly<Record<string, string>>): ServiceFailure => ({
  status: 429,
  message: 'Too Many Attempts.',
  by: 'framework',
  headers
})

/** Failure 405 with the methods that the route supports. */
export function wrongMethod(method: string, path: string, allowed: readonly string[]): ServiceFailure {
  const allow = allowed.join(', ')
  const message = `The ${method} method is not supported for route ${path}. Supported methods: ${allow}.`
  return { status: 405, message, by: 'framework', headers: { allow } }
}

/**
 * Translates the messages. The summary is the first message with the number of further ones, as in the stock framework.
 */
function inLanguage(dialect: ServiceDialect, failure: ServiceFailure): ServiceFailure {
  const say = dialect.messages === 'german' ? inGerman : (message: string): string => message
  const { fields } = failure
  if (fields === undefined) return { ...failure, message: say(failure.message) }
  const translated = Object.entries(fields).map(([field, messages]) => [field, messages.map(say)] as const)
  const more = translated.flatMap(([, messages]) => messages).length - 1
  const rest = more > 0 ? ` ${say(`(and ${more} more ${more === 1 ? 'error' : 'errors'})`)}` : ''
  return { ...failure, message: say(failure.message) + rest, fields: Object.fromEntries(translated) }
}

const listOf = (fields: FieldErrors): readonly Body[] =>
  Object.entries(fields).flatMap(([field, messages]) => messages.map((message) => ({ field, message })))

/** Messages of a German installation. */

const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/^The (\w+) field is required\.$/, '$1 muss ausgefüllt werden.'],
  [/^The (\w+) field must be a string\.$/, '$1 muss ein String sein.'],
  [/^The (\w+) field must be an array\.$/, '$1 muss ein Array sein.'],
  [/^The (\w+) field must be true or false\.$/, '$1 muss entweder true oder false sein.'],
  [/^The (\w+) field must not be greater than (\d+) characters\.$/, '$1 darf maximal $2 Zeichen haben.'],
  [/^The selected (\w+) is invalid\.$/, 'Der gewählte Wert für $1 ist ungültig.'],
  [/^You have used all the images of your plan\.$/, 'Das Bildkontingent Ihres Tarifs ist aufgebraucht.'],
  [/^Resource not found\.$/, 'Ressource nicht gefunden.'],
  [/^Unauthenticated\.$/, 'Nicht authentifiziert.'],
  [/^Too Many Attempts\.$/, 'Zu viele Versuche.'],
  [/^The (\w+) method is not supported for route (.*)$/, 'Die Methode $1 wird für die Route $2 nicht unterstützt.'],
  [/^\(and (\d+) more errors?\)$/, '(und $1 weitere Fehler)']
]

/** Translates a message to German; returns it unchanged if there is no translation, as real services do. */
function inGerman(message: string): string {
  const found = SENTENCES.find(([pattern]) => pattern.test(message))
  return found === undefined ? message : message.replace(found[0], found[1])
}
