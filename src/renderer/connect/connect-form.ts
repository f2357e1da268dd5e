/** Rules of the connect screen: what was typed as a draft, which field can mend a failure, when it passed. Pure. */
import { normalizeAddress } from '../../shared/address.ts'
import { cleanApiKey } from '../../shared/api-key-format.ts'
import { type ConnectionDraft, type ConnectionTest, type GroupTest, TEST_LAYERS } from '../../shared/connection.ts'
import { fail, type Failure, type FailureCode, type Result } from '../../shared/failure.ts'
import { type Group, GROUPS } from '../../shared/sync-status.ts'

/** What stands in the fields. The keys are read from the page when they are needed and kept nowhere. */
export interface TypedForm {
  readonly imagesAddress: string
  /** Empty = the same as images. */
  readonly projectsAddress: string
  readonly imagesKey: string
  readonly projectsKey: string
  readonly sharesKey: boolean
  readonly isInsecureAccepted: boolean
}

export type FieldName = 'imagesAddress' | 'imagesKey' | 'projectsAddress' | 'projectsKey' | 'anyway'

/** What stands in the way, about which group, and the field that can mend it (null: none can). */
export interface Problem {
  readonly failure: Failure
  readonly group: Group
  readonly field: FieldName | null
}

type DraftReading =
  | { readonly ok: true; readonly draft: ConnectionDraft }
  | { readonly ok: false; readonly problem: Problem }

/** What was typed as a draft for main, or the first field that must change, from top to bottom. */
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
 * The draft with the addresses at which its test was answered: once connected, a redirect is never followed, so the
 * address that was typed would be the first trouble. `test`: of this very draft; null = none speaks for it.
 */
export function foundAt(draft: ConnectionDraft, test: ConnectionTest | null): ConnectionDraft {
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
  'answer-too-large'
])

/** The field that can mend a failure of a group; null when waiting or the network must. */
export function fieldFor(code: FailureCode, group: Group): FieldName | null {
  if (code === 'address-insecure') return 'anyway'
  if (KEY_CODES.has(code)) return group === 'images' ? 'imagesKey' : 'projectsKey'
  if (ADDRESS_CODES.has(code)) return group === 'images' ? 'imagesAddress' : 'projectsAddress'
  return null
}

/** The first group of a finished test that failed, with the field to go to; null when both passed. */
export function problemOf(test: ConnectionTest): Problem | null {
  for (const group of GROUPS) {
    const { failure } = test[group]
    if (failure) return { failure, group, field: fieldFor(failure.code, group) }
  }
  return null
}

/** A layer that is skipped only because it does not apply (secure, on this computer) does not keep a group from passing. */
export function hasPassed(test: GroupTest): boolean {
  return (
    test.failure === null &&
    test.marks.readable === 'passed' &&
    TEST_LAYERS.every((layer) => test.marks[layer] !== 'failed')
  )
}

/** A shared key that projects refuse while images take it: the two groups want keys of their own. */
export function wantsOwnKey(found: Problem | null, test: ConnectionTest): boolean {
  return found !== null && found.group === 'projects' && found.field === 'projectsKey' && hasPassed(test.images)
}
