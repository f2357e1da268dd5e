/** Rules of the connect screen: reading the draft, the field that fixes a failure, when a test passed. Pure. */
import { normalizeAddress } from '../../shared/address.ts'
import { cleanApiKey } from '../../shared/api-key-format.ts'
import { type ConnectionDraft, type ConnectionTest, type GroupTest, TEST_LAYERS } from '../../shared/connection.ts'
import { fail, type Failure, type FailureCode, type Result } from '../../shared/failure.ts'
import { type Group, GROUPS } from '../../shared/sync-status.ts'

/** The content of the fields. The keys are read from the page when needed and stored nowhere. */
export interface TypedForm {
  readonly imagesAddress: string
  /** Empty if it is the same as for images. */
  readonly projectsAddress: string
  readonly imagesKey: string
  readonly projectsKey: string
  readonly sharesKey: boolean
  readonly isInsecureAccepted: boolean
}

export type FieldName = 'imagesAddress' | 'imagesKey' | 'projectsAddress' | 'projectsKey' | 'anyway'

/** A failure with its group, and the field that can fix it (`null` if none can). */
export interface Problem {
  readonly failure: Failure
  readonly group: Group
  readonly field: FieldName | null
}

type DraftReading =
  | { readonly ok: true; readonly draft: ConnectionDraft }
  | { readonly ok: false; readonly problem: Problem }

/** Reads the fields as a draft for main; fails with the first field to change, from top to bottom. */
export function readDraft(typed: TypedForm): DraftReading {
  const images = readAddress(typed.imagesAddress, 'images', typed.isInsecureAccepted)
  if (!images.ok) return problem(images.failure, 'images', 'imagesAddress')
  const imagesKey = cleanApiKey(typed.imagesKey)
  if (!imagesKey.ok) return problem(imagesKey.failure, 'images', 'imagesKey')
  const projects = readProjectsAddress(typed, images.value)
  if (!projects.ok) return problem(projects.failure, 'projects', 'projectsAddress')
  const projectsKey = readProjectsKey(typed)
  if (!projectsKey.ok) return problem(projectsKey.failure, 'projects', 'projectsKey')
  return {
    ok: true,
    draft: {
      images: { address: images.value, key: imagesKey.value },
      projects: { address: projects.value, key: projectsKey.value },
      allowInsecure: typed.isInsecureAccepted
    }
  }
}

function problem(failure: Failure, group: Group, field: FieldName): DraftReading {
  return {
    ok: false,
    problem: { failure, group, field: failure.code === 'address-insecure' ? 'anyway' : field }
  }
}

function readAddress(text: string, group: Group, isInsecureAccepted: boolean): Result<string> {
  const reading = normalizeAddress(text, group)
  if (!reading.ok) return reading
  return reading.isInsecure && !isInsecureAccepted ? fail('address-insecure') : { ok: true, value: reading.base }
}

function readProjectsAddress(typed: TypedForm, imagesBase: string): Result<string> {
  if (typed.projectsAddress.trim() === '') return { ok: true, value: imagesBase }
  return readAddress(typed.projectsAddress, 'projects', typed.isInsecureAccepted)
}

function readProjectsKey(typed: TypedForm): Result<string | null> {
  return typed.sharesKey ? { ok: true, value: null } : cleanApiKey(typed.projectsKey)
}

/**
 * Returns the draft with the addresses that responded to its test. Redirects are never followed once connected, so the
 * typed address would fail first. `test`: of this very draft; `null` if there is none.
 */
export function withFoundAddresses(draft: ConnectionDraft, test: ConnectionTest | null): ConnectionDraft {
  const { images, projects } = draft
  return {
    ...draft,
    images: { ...images, address: test?.images.movedTo ?? images.address },
    projects: { ...projects, address: test?.projects.movedTo ?? projects.address }
  }
}

const KEY_CODES: ReadonlySet<FailureCode> = new Set(['unauthorized', 'forbidden', 'key-missing', 'key-malformed'])
const ADDRESS_CODES: ReadonlySet<FailureCode> = new Set([
  'address-invalid',
  'address-has-password',
  'host-not-found',
  'connection-refused',
  'host-unreachable',
  'tls-untrusted',
  'tls-expired',
  'tls-wrong-name',
  'tls-failed',
  'wrong-address',
  'redirected',
  'not-json',
  'not-understood',
  'response-too-large'
])

/** Returns the field that can fix a failure of a group; `null` if only time or the network can. */
export function fieldFor(code: FailureCode, group: Group): FieldName | null {
  if (code === 'address-insecure') return 'anyway'
  if (KEY_CODES.has(code)) return group === 'images' ? 'imagesKey' : 'projectsKey'
  if (ADDRESS_CODES.has(code)) return group === 'images' ? 'imagesAddress' : 'projectsAddress'
  return null
}

/** Returns the first failed group of a finished test, with the field to focus; `null` if both passed. */
export function problemOf(test: ConnectionTest): Problem | null {
  for (const group of GROUPS) {
    const { failure } = test[group]
    if (failure) return { failure, group, field: fieldFor(failure.code, group) }
  }
  return null
}

/** Returns whether a group passed. A layer that does not apply (secure, on this computer) may be skipped. */
export function hasPassed(test: GroupTest): boolean {
  return (
    test.failure === null &&
    test.marks.readable === 'passed' &&
    TEST_LAYERS.every((layer) => test.marks[layer] !== 'failed')
  )
}

/**
 * Returns whether the projects service rejects a shared key that the images service accepts, so that each needs its
 * own.
 */
export function needsOwnKey(found: Problem | null, test: ConnectionTest): boolean {
  return found !== null && found.group === 'projects' && found.field === 'projectsKey' && hasPassed(test.images)
}
