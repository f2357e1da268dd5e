import { describe, expect, it } from 'vitest'
import { failedAt, passed } from '../../../test/helpers/status-samples.ts'
import type { ConnectionTest, GroupTest } from '../../shared/connection.ts'
import { FAILURE_CODES } from '../../shared/failure.ts'
import {
  fieldFor,
  withFoundAddresses,
  hasPassed,
  problemOf,
  readDraft,
  type TypedForm,
  needsOwnKey
} from './connect-form.ts'

const typed: TypedForm = {
  imagesAddress: ' https://images.example.com/api/v1/images/ ',
  projectsAddress: '',
  imagesKey: 'Bearer sk-12345678\n',
  projectsKey: '',
  sharesKey: true,
  isInsecureAccepted: false
}

describe('reading the fields', () => {
  it('cleans addresses and keys; an empty projects address is that of images', () => {
    expect(readDraft(typed)).toEqual({
      ok: true,
      draft: {
        images: { address: 'https://images.example.com', key: 'sk-12345678' },
        projects: { address: 'https://images.example.com', key: null },
        allowInsecure: false
      }
    })
  })

  it.each([
    ['no address', { imagesAddress: '' }, 'address-invalid', 'imagesAddress'],
    ['no key', { imagesKey: ' ' }, 'key-missing', 'imagesKey'],
    ['a key with a blank inside', { imagesKey: 'sk-1234 5678' }, 'key-malformed', 'imagesKey'],
    ['another scheme', { projectsAddress: 'ftp://p.example' }, 'address-invalid', 'projectsAddress'],
    ['a password in it', { projectsAddress: 'https://a:b@p.example' }, 'address-has-password', 'projectsAddress'],
    ['an own key that is missing', { sharesKey: false }, 'key-missing', 'projectsKey'],
    ['an open line', { imagesAddress: 'http://images.example.com' }, 'address-insecure', 'anyway']
  ] as const)('stops at %s', (_case, part, code, field) => {
    const reading = readDraft({ ...typed, ...part })
    expect(reading).toMatchObject({ ok: false, problem: { failure: { code }, field } })
  })

  it('accepts an unencrypted connection to this computer, or one with consent', () => {
    expect(readDraft({ ...typed, imagesAddress: 'http://127.0.0.1:8090' }).ok).toBe(true)
    expect(readDraft({ ...typed, imagesAddress: 'http://a.example', isInsecureAccepted: true })).toMatchObject({
      draft: { allowInsecure: true }
    })
  })

  it('reads a separate key for projects', () => {
    const reading = readDraft({ ...typed, sharesKey: false, projectsKey: 'pk-87654321' })
    expect(reading).toMatchObject({ draft: { projects: { key: 'pk-87654321' } } })
  })
})

describe('the saved addresses', () => {
  const draft = {
    images: { address: 'https://old.example', key: 'sk-12345678' },
    projects: { address: 'https://old.example', key: null },
    allowInsecure: false
  }

  it('are those that responded, for each group', () => {
    const images = { ...passed('images'), movedTo: 'https://old.example/new' }
    expect(withFoundAddresses(draft, { images, projects: passed('projects') })).toEqual({
      ...draft,
      images: { ...draft.images, address: 'https://old.example/new' }
    })
    const projects = { ...passed('projects'), movedTo: 'https://old.example/other' }
    expect(withFoundAddresses(draft, { images, projects }).projects).toEqual({
      address: 'https://old.example/other',
      key: null
    })
  })

  it('are the typed ones without a test', () => {
    expect(withFoundAddresses(draft, null)).toEqual(draft)
    expect(withFoundAddresses(draft, { images: passed('images'), projects: passed('projects') })).toEqual(draft)
  })
})

describe('reading a test', () => {
  const both = (images: GroupTest, projects: GroupTest): ConnectionTest => ({ images, projects })

  it('passes on this computer, where the secure layer does not apply', () => {
    const local = passed('images', { secure: 'skipped' })
    expect(hasPassed(local)).toBe(true)
    expect(problemOf(both(local, passed('projects')))).toBeNull()
  })

  it('returns the first group that failed', () => {
    const test = both(failedAt('images', 'address', 'host-not-found'), failedAt('projects', 'key', 'unauthorized'))
    expect(problemOf(test)).toMatchObject({ group: 'images', field: 'imagesAddress' })
  })

  it('requests a second key only if the images service accepted the first', () => {
    const refused = failedAt('projects', 'key', 'unauthorized')
    const own = both(passed('images'), refused)
    expect(needsOwnKey(problemOf(own), own)).toBe(true)
    const neither = both(failedAt('images', 'key', 'unauthorized'), refused)
    expect(needsOwnKey(problemOf(neither), neither)).toBe(false)
  })

  it('never assigns a failure of one group to a field of the other', () => {
    for (const code of FAILURE_CODES) {
      expect(fieldFor(code, 'images') ?? 'images').toMatch(/^images|anyway/)
      expect(fieldFor(code, 'projects') ?? 'projects').toMatch(/^projects|anyway/)
    }
  })
})
