import { expect, test } from 'vitest'
import type { ConnectionDraft } from '../../shared/connection.ts'
import { cleanDraft, refusedTest } from './clean-draft.ts'

const KEY = 'sk-canary-0123456789abcdef'

const draft = (more: Partial<ConnectionDraft> = {}): ConnectionDraft => ({
  images: { address: ' https://h.test/api/v1/images/ ', key: ` "Bearer ${KEY}"\n` },
  projects: { address: 'p.test', key: null },
  allowInsecure: false,
  ...more
})

test('addresses and keys are normalized', () => {
  const read = cleanDraft(draft())
  expect(read).toMatchObject({
    ok: true,
    value: { images: { address: 'https://h.test' }, projects: { address: 'https://p.test', key: null } }
  })
  expect(read.ok && read.value.images.key.reveal()).toBe(KEY)
})

test.each([
  ['no address', draft({ images: { address: '', key: KEY } }), 'address-invalid', 'address'],
  [
    'a password in it',
    draft({ images: { address: 'https://a:b@h.test', key: KEY } }),
    'address-has-password',
    'address'
  ],
  ['not encrypted', draft({ images: { address: 'http://h.test', key: KEY } }), 'address-insecure', 'secure'],
  ['no key', draft({ images: { address: 'h.test', key: ' ' } }), 'key-missing', 'key'],
  ['a key with a break in it', draft({ images: { address: 'h.test', key: 'abcd\nefghij' } }), 'key-malformed', 'key']
] as const)('%s fails the draft at its layer', (_name, given, code, layer) => {
  const read = cleanDraft(given)
  if (read.ok) throw new Error('expected a failure')
  const result = refusedTest(read.problems)
  expect(result.images.failure?.code).toBe(code)
  expect(result.images.marks[layer]).toBe('failed')
  expect(Object.values(result.images.marks).filter((mark) => mark === 'skipped')).toHaveLength(4)
  expect(result.projects.failure).toBeNull()
})

test('each group has its own failure', () => {
  const read = cleanDraft(draft({ projects: { address: 'ftp://p.test', key: 'short' } }))
  expect(read).toMatchObject({ ok: false, problems: { images: null, projects: { code: 'address-invalid' } } })
})

test('http is allowed on this computer, and elsewhere if accepted', () => {
  expect(cleanDraft(draft({ images: { address: 'http://127.0.0.1:8090', key: KEY } })).ok).toBe(true)
  expect(cleanDraft(draft({ images: { address: 'http://h.test', key: KEY }, allowInsecure: true })).ok).toBe(true)
})
