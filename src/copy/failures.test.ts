import { describe, expect, it } from 'vitest'
import { type Failure, FAILURE_CODES } from '../shared/failure.ts'
import { copy } from './language.ts'
import {
  failureParts,
  failureReport,
  failureSentence,
  failureText,
  listSentence,
  refusalsBody,
  testSentence
} from './failures.ts'

const SUBJECTS = ['images', 'projects', 'library'] as const

describe('sentences of failures', () => {
  it.each(FAILURE_CODES)('%s says what it means, without codes or blame', (code) => {
    for (const subject of SUBJECTS) {
      const { headline, body } = failureSentence({ code, status: 422, detail: 'the text' }, subject)
      expect(headline).toMatch(/^\S.*[^.!]$/)
      expect(body).toMatch(/\S/)
      expect(`${headline} ${body}`).not.toMatch(/oops|error|success|422|undefined|null/i)
    }
  })

  it('names the group whose key was refused', () => {
    expect(failureText({ code: 'unauthorized' }, 'projects')).toMatch(/^The projects service didn’t accept your key\. /)
  })

  it('quotes what the service said of a field', () => {
    const failure = { code: 'refused-fields', fields: { results: ['The results must be an array.'] } } as const
    expect(failureSentence(failure, 'library').body).toBe('“The results must be an array.”')
  })

  it('names what an answer of no known kind lacks', () => {
    const headline = (missing: NonNullable<Failure['missing']>, subject: (typeof SUBJECTS)[number]) =>
      failureText({ code: 'not-understood', missing }, subject)
    expect(headline('list', 'images')).toBe(
      'This address returned no images. Check the address, or send the details to your administrator.'
    )
    expect(headline('list', 'projects')).toMatch(/^This address returned no projects\. /)
    expect(headline('record', 'images')).toBe(
      'The images service returned no image. Send the details to your administrator.'
    )
    expect(headline('record', 'projects')).toMatch(/^The projects service returned no project\. /)
  })

  it('says of a project that can’t be found by name to delete it on the service', () => {
    const body = (status?: number) =>
      failureSentence({ code: 'project-still-there', ...(status && { status }) }, 'projects').body
    const listed = 'The service lists this project but can’t find it by name. Delete it on the service.'
    expect([body(404), body(410)]).toEqual([listed, listed])
    expect(body()).toMatch(/never confirmed/)
  })

  it('names the projects that a deletion by id took along', () => {
    const { headline, body } = failureSentence(
      { code: 'project-others-gone', others: ['a.example', 'b.example'] },
      'projects'
    )
    expect(headline).toBe('Other projects may have been deleted too')
    expect(body).toContain('“\u2068a.example\u2069”, “\u2068b.example\u2069”')
  })

  it('names the host, and where it sends us', () => {
    const failure = { code: 'redirected', host: 'a.example', location: 'https://b.example/x' } as const
    expect(failureSentence(failure, 'images').headline).toBe('a.example redirects to https://b.example/x')
  })

  it('names both sides of a conflict, and how many may be the one', () => {
    const body = (failure: Failure) => failureSentence(failure, 'images').body
    expect(body({ code: 'name-changed', theirs: 'Old harbour' })).toContain(
      'Its name on the service is “\u2068Old harbour\u2069”.'
    )
    expect(body({ code: 'name-changed' })).toBe('Both names are kept until you choose.')
    expect(body({ code: 'create-ambiguous', choices: [4, 5, 6] })).toContain('3 images on the service match.')
    expect(body({ code: 'create-ambiguous', choices: [4] })).toMatch(/^Confirm that it’s yours/)
  })

  it('begins with a capital, whether the host is known or not', () => {
    const headline = (failure: Failure) => failureSentence(failure, 'images').headline
    expect(headline({ code: 'connection-refused' })).toBe('The service isn’t responding')
    expect(headline({ code: 'connection-refused', host: 'a.example' })).toBe('a.example isn’t responding')
    for (const code of FAILURE_CODES) expect(headline({ code })).toMatch(/^[A-Z]/)
  })

  it('ends what the service said with one mark', () => {
    const body = (detail: string) => listSentence({ code: 'refused', detail }, 'images').body
    expect(body('Too many.')).toMatch(/^It said “Too many\.” Your/)
    expect(body('Too many')).toMatch(/^It said “Too many”\. Your/)
  })

  it('says what to do where the service gave no reason', () => {
    const bodies = (['refused', 'refused-fields'] as const).map((code) => failureSentence({ code }, 'images').body)
    expect(new Set(bodies)).toEqual(new Set(['The service gave no reason. Retry, or discard the change.']))
    expect(refusalsBody({ code: 'refused' })).toBe('The service gave no reason.')
    expect(refusalsBody({ code: 'refused', detail: 'No.' })).toBe('“No.”')
  })

  it('says which host answered in the place of the service', () => {
    expect(failureSentence({ code: 'not-json', host: 'wifi.example' }, 'images').body).toContain('from wifi.example.')
  })

  it('says of a list that it is refused, where of a record it says what was refused', () => {
    const failure = { code: 'refused-fields', fields: { per_page: ['Too many.'] } } as const
    expect(listSentence(failure, 'projects').headline).toBe('The projects service rejected the list request')
    expect(listSentence(failure, 'projects').body).toContain('“Too many.”')
    expect(listSentence({ code: 'forbidden' }, 'images')).toEqual(failureSentence({ code: 'forbidden' }, 'images'))
    expect(listSentence({ code: 'no-key-of-owner' }, 'images').headline).toBe(
      'This key seems to belong to another account'
    )
  })

  it('keeps the mark of a question in a line of text', () => {
    expect(failureText({ code: 'owner-unclear' }, 'images')).toMatch(
      /^Does this key belong to the same account\? Your pending changes/
    )
  })

  it('promises no retry while a connection is only tested', () => {
    for (const code of FAILURE_CODES) {
      expect(testSentence({ code }, 'images').body).not.toMatch(/try again by ourselves|continue by ourselves/)
    }
  })
})

const { details } = copy.failures

it('names what is known, and nothing else', () => {
  expect(failureParts({ code: 'offline' })).toEqual([{ label: details.code, text: 'offline' }])
  expect(failureParts({ code: 'not-json', status: 200, host: 'a.test', detail: '<html>' })).toEqual([
    { label: details.status, text: '200' },
    { label: details.server, text: 'a.test' },
    { label: details.message, text: '<html>' },
    { label: details.code, text: 'not-json' }
  ])
})

it('keeps for the details what only an administrator needs', () => {
  const texts = (failure: Failure) => failureParts(failure).map(({ text }) => text)
  expect(texts({ code: 'unauthorized', status: 401 })).toContain(details.headerHint)
  expect(texts({ code: 'not-understood', missing: 'list' })).toContain(copy.failures.expected.list)
})

it('lists the words for each field', () => {
  const fields = { style: ['Unknown.', 'Choose another value.'], search: ['Too long.'] }
  expect(failureReport({ code: 'refused-fields', status: 422, fields })).toBe(
    'Status: 422\nstyle: Unknown. Choose another value.\nsearch: Too long.\nCode: refused-fields'
  )
})

it('tells where a redirect leads', () => {
  expect(failureReport({ code: 'redirected', location: 'https://b.test/x' })).toContain(
    'Redirects to: https://b.test/x'
  )
})
