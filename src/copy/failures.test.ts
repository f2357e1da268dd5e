import { describe, expect, it } from 'vitest'
import { type Failure, FAILURE_CODES } from '../shared/failure.ts'
import { copy } from './language.ts'
import { failureParts, failureReport, failureSentence, failureText, listSentence, testSentence } from './failures.ts'

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
      'The images service’s response contains no list of images. Proofsheet looks for it in “data”, “items”, “results” or “images”, or at the top level.'
    )
    expect(headline('list', 'projects')).toMatch(/^The projects service’s response contains no list of projects\. /)
    expect(headline('record', 'images')).toBe(
      'The images service’s response contains no image. Proofsheet expects an image with an “id” in “data”, “image”, “item” or “result”, or at the top level.'
    )
    expect(headline('record', 'projects')).toMatch(/^The projects service’s response contains no project\. .*a project/)
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
    expect(headline).toBe('Other projects are missing')
    expect(body).toContain('“\u2068a.example\u2069”, “\u2068b.example\u2069”')
  })

  it('names the host, and where it sends us', () => {
    const failure = { code: 'redirected', host: 'a.example', location: 'https://b.example/x' } as const
    expect(failureSentence(failure, 'images').headline).toBe('a.example redirects to https://b.example/x')
  })

  it('names both sides of a conflict, and how many may be the one', () => {
    const body = (failure: Failure) => failureSentence(failure, 'images').body
    expect(body({ code: 'name-changed', theirs: 'Old harbour' })).toContain(
      'The service has “\u2068Old harbour\u2069”.'
    )
    expect(body({ code: 'name-changed' })).toBe('Both names are kept until you choose.')
    expect(body({ code: 'create-ambiguous', choices: [4, 5, 6] })).toContain('3 on the service match.')
    expect(body({ code: 'create-ambiguous', choices: [4] })).toContain('1 on the service matches.')
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
      /^Is this key for the same account\? Pending changes/
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
