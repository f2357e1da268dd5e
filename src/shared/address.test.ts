import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isThisComputer, normalizeAddress, readHost } from './address.ts'

const base = (typed: string) => {
  const reading = normalizeAddress(typed, 'images')
  return reading.ok ? reading.base : reading.failure.code
}

describe('normalizeAddress', () => {
  it.each([
    ['https://example.org', 'https://example.org'],
    ['example.org', 'https://example.org'],
    ['//example.org/', 'https://example.org'],
    ['https:example.org', 'https://example.org'],
    ['HTTPS://Example.ORG/', 'https://example.org'],
    ['https://example.org///', 'https://example.org'],
    ['  https://example.org/ \r\n', 'https://example.org'],
    ['"https://example.org/api"', 'https://example.org'],
    ['<https://example.org/api/v1>', 'https://example.org'],
    ['\u200bhttps://example.org', 'https://example.org'],
    ['https://example.org/ai/public', 'https://example.org/ai/public'],
    ['https://example.org/ai/public/api/v1/images/', 'https://example.org/ai/public'],
    ['example.org/ai//public/', 'https://example.org/ai/public'],
    ['https://example.org:8443/api', 'https://example.org:8443'],
    ['https://example.org:443', 'https://example.org'],
    ['example.org:8080/x', 'https://example.org:8080/x'],
    ['https://example.org/api', 'https://example.org'],
    ['https://example.org/api/v1', 'https://example.org'],
    ['https://example.org/api/v1/images', 'https://example.org'],
    ['https://example.org/api/v1/images/17', 'https://example.org'],
    ['https://example.org/api/v1/projects/', 'https://example.org'],
    ['https://example.org/API/V1', 'https://example.org'],
    ['https://example.org/api/v1/images?page=2&per_page=10#top', 'https://example.org'],
    ['https://example.org/?key=1', 'https://example.org'],
    ['https://example.org/api/v1/api/v1', 'https://example.org'],
    ['https://example.org/rapid', 'https://example.org/rapid'],
    ['https://example.org/my-api', 'https://example.org/my-api'],
    ['https://example.org/api/v2', 'https://example.org/api/v2'],
    ['https://bücher.example/api', 'https://xn--bcher-kva.example'],
    ['[2001:db8::1]:8443/api/v1', 'https://[2001:db8::1]:8443'],
    ['2001:db8::1/api/v1', 'https://[2001:db8::1]'],
    ['https://2001:db8::1/x', 'https://[2001:db8::1]/x'],
    ['localhost:8090', 'http://localhost:8090'],
    ['127.0.0.1:8090/api', 'http://127.0.0.1:8090'],
    ['::1', 'http://[::1]'],
    ['[::1]:8090', 'http://[::1]:8090'],
    ['https://localhost', 'https://localhost'],
    ['http://example.org', 'http://example.org']
  ])('reads %j as %s', (typed, expected) => {
    expect(base(typed)).toBe(expected)
  })

  it.each([
    '',
    '   ',
    '""',
    'https://',
    'hello world',
    'curl https://example.org/api/v1',
    "curl -X GET 'https://example.org/api/v1/images' -H 'Accept: application/json'",
    'example.org/ai -H "Accept: application/json"',
    'https://example.org https://example.com',
    'ftp://example.org',
    'file:///etc/passwd',
    'data://x',
    'https://exa mple.org',
    'https://example.org:99999',
    'javascript:alert(1)',
    `https://example.org/${'a'.repeat(2_000)}`
  ])('refuses %j', (typed) => {
    expect(base(typed)).toBe('address-invalid')
  })

  it.each([
    'https://user:pass@example.org',
    'user:pass@example.org/api',
    'https://user@example.org',
    'mailto:someone@example.org'
  ])('refuses credentials in %s and does not repeat them', (typed) => {
    const reading = normalizeAddress(typed, 'images')
    expect(reading).toEqual({ ok: false, failure: { code: 'address-has-password' } })
  })

  it.each([
    ['http://example.org', true],
    ['http://192.168.1.4:8080', true],
    ['http://localhost.example.org', true],
    ['https://example.org', false],
    ['http://localhost:8090', false],
    ['http://app.localhost', false],
    ['http://127.8.9.1', false],
    ['http://[::1]', false],
    ['http://2130706433', false]
  ])('%s is insecure: %s', (typed, isInsecure) => {
    expect(normalizeAddress(typed, 'images')).toMatchObject({ ok: true, isInsecure })
  })

  it('shows the request address of each group', () => {
    expect(normalizeAddress('example.org/ai/', 'images')).toMatchObject({
      display: 'https://example.org/ai/api/v1/images'
    })
    expect(normalizeAddress('example.org/ai/', 'projects')).toMatchObject({
      display: 'https://example.org/ai/api/v1/projects'
    })
  })

  it('normalizing a base returns it unchanged', () => {
    const paths = fc.stringMatching(/^(\/(api|v1|images|a b|%2e|ü|\.\.|projects|x)){0,6}\/?$/)
    const addresses = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.tuple(fc.domain(), paths).map(([host, path]) => host + path),
      fc.string()
    )
    fc.assert(
      fc.property(addresses, (typed) => {
        const reading = normalizeAddress(typed, 'images')
        if (!reading.ok) return
        expect(normalizeAddress(reading.base, 'images')).toEqual(reading)
        expect(reading.base).not.toMatch(/\/$|[?#]|^\w+:\/\/[^/]*@/)
      })
    )
  })
})

describe('readHost', () => {
  it.each([
    ['nas.fritz.box', 'nas.fritz.box'],
    [' http://me@NAS:8080/photos?a=1 ', 'nas'],
    ['192.168.1', '192.168.0.1'],
    ['fd00::1', '[fd00::1]'],
    ['bücher.lan', 'xn--bcher-kva.lan'],
    ['', null],
    ['not a host', null],
    ['not%20a%20host', null],
    ['file:///etc', null]
  ])('reads %j as %j, and reads the result unchanged', (typed, host) => {
    expect(readHost(typed)).toBe(host)
    if (host !== null) expect(readHost(host)).toBe(host)
  })
})

describe('isThisComputer', () => {
  it.each(['localhost', 'LOCALHOST.', '127.0.0.1', '[::1]', '[::ffff:7f00:1]'])('recognizes %s', (host) => {
    expect(isThisComputer(host)).toBe(true)
  })
  it.each(['127.0.0.1.example.org', 'notlocalhost', '0.0.0.0', '[::2]', '10.0.0.1'])(
    'does not recognize %s',
    (host) => {
      expect(isThisComputer(host)).toBe(false)
    }
  )
})
