import { describe, expect, it } from 'vitest'
import { FAILURE_CODES } from '../../shared/failure.ts'
import { failureSentence, failureText } from './failures.ts'
import { testSentence } from './connect.ts'

const SUBJECTS = ['images', 'projects', 'library'] as const

describe('sentences of failures', () => {
  it.each(FAILURE_CODES)('%s says what it means, without codes or blame', (code) => {
    for (const subject of SUBJECTS) {
      const { headline, body } = failureSentence({ code, status: 422, detail: 'the text' }, subject)
      expect(headline).toMatch(/^\S.*[^.!]$/)
      expect(body).toMatch(/\S/)
      expect(`${headline} ${body}`).not.toMatch(/oops|error|success|422|undefined|null|invalid/i)
    }
  })

  it('names the group whose key was refused', () => {
    expect(failureText({ code: 'unauthorized' }, 'projects')).toMatch(/^The projects service didn’t accept your key\. /)
  })

  it('quotes what the service said of a field', () => {
    const failure = { code: 'refused-fields', fields: { results: ['The results must be an array.'] } } as const
    expect(failureSentence(failure, 'library').body).toBe('“The results must be an array.”')
  })

  it('names the host, and where it sends us', () => {
    const failure = { code: 'redirected', host: 'a.example', location: 'https://b.example/x' } as const
    expect(failureSentence(failure, 'images').headline).toBe('a.example sends us to https://b.example/x')
  })

  it('promises no retry while a connection is only tested', () => {
    for (const code of FAILURE_CODES) {
      expect(testSentence({ code }, 'images').body).not.toMatch(/try again by ourselves|continue by ourselves/)
    }
  })
})
