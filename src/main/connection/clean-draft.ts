/** Normalizes and validates the draft of the connect screen before anything is sent or stored. Pure. */
import { normalizeAddress } from '../../shared/address.ts'
import { cleanApiKey } from '../../shared/api-key-format.ts'
import {
  TEST_LAYERS,
  type ConnectionDraft,
  type ConnectionTest,
  type GroupTest,
  type TestLayer
} from '../../shared/connection.ts'
import { fail, succeed, type Failure, type FailureCode, type Result } from '../../shared/failure.ts'
import type { Group } from '../../shared/sync-status.ts'
import { Secret } from '../secrets/secret.ts'

export interface CleanDraft {
  readonly images: { readonly address: string; readonly key: Secret }
  /** A `null` key means the key of the images group. */
  readonly projects: { readonly address: string; readonly key: Secret | null }
}

export type DraftProblems = Readonly<Record<Group, Failure | null>>

export type DraftReading =
  | { readonly ok: true; readonly value: CleanDraft }
  | { readonly ok: false; readonly problems: DraftProblems }

/** Normalizes a draft. Failures of each group: `address-*`, `key-missing`, `key-malformed`. */
export function cleanDraft(draft: ConnectionDraft): DraftReading {
  const images = cleanGroup('images', draft.images, draft)
  const projects = cleanGroup('projects', draft.projects, draft)
  if (!images.ok || !projects.ok) {
    return { ok: false, problems: { images: failureOf(images), projects: failureOf(projects) } }
  }
  const { address, key } = images.value
  // The key of the images group is always entered, so `null` here means that it is missing.
  return key === null
    ? { ok: false, problems: { images: { code: 'key-missing' }, projects: null } }
    : { ok: true, value: { images: { address, key }, projects: projects.value } }
}

/** Normalizes a key that replaces another one. Failures: `key-missing`, `key-malformed`. */
export function cleanKey(text: string): Result<Secret> {
  const cleaned = cleanApiKey(text)
  return cleaned.ok ? succeed(new Secret(cleaned.value)) : cleaned
}

/** Returns the failure to show where there is room for only one. */
export function firstProblem({ images, projects }: DraftProblems): { ok: false; failure: Failure } {
  return { ok: false, failure: images ?? projects ?? { code: 'arguments-invalid' } }
}

/** Returns the test result of a draft that was not sent: the failed layer, and all other layers as skipped. */
export function refusedTest(problems: DraftProblems): ConnectionTest {
  return { images: refusedGroup('images', problems.images), projects: refusedGroup('projects', problems.projects) }
}

interface TypedGroup {
  readonly address: string
  readonly key: string | null
}

interface CleanGroup {
  readonly address: string
  readonly key: Secret | null
}

function cleanGroup(group: Group, typed: TypedGroup, { allowInsecure }: ConnectionDraft): Result<CleanGroup> {
  const address = normalizeAddress(typed.address, group)
  if (!address.ok) return address
  if (address.isInsecure && !allowInsecure) return fail('address-insecure')
  if (typed.key === null) return succeed({ address: address.base, key: null })
  const key = cleanKey(typed.key)
  return key.ok ? succeed({ address: address.base, key: key.value }) : key
}

const failureOf = (reading: Result<unknown>): Failure | null => (reading.ok ? null : reading.failure)

function refusedGroup(group: Group, failure: Failure | null): GroupTest {
  const failed = failure === null ? null : layerOf(failure.code)
  const marks = Object.fromEntries(TEST_LAYERS.map((layer) => [layer, layer === failed ? 'failed' : 'skipped']))
  // `fromEntries` loses the key type; the keys are exactly the layers.
  return { group, marks: marks as GroupTest['marks'], failure, movedTo: null }
}

function layerOf(code: FailureCode): TestLayer {
  if (code === 'address-insecure') return 'secure'
  return code.startsWith('key-') ? 'key' : 'address'
}
