import { describe, expect, it } from 'vitest'
import { pictureBase, readPicture } from './picture-address.ts'

const BASE = 'https://example.org/ai'
const picture = (record: Record<string, unknown>, base = BASE) => readPicture(record, pictureBase(base))?.address

describe('readPicture', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ url: 'https://cdn.example/a.png' }, 'https://cdn.example/a.png'],
    [{ image_url: 'https://cdn.example/a.png' }, 'https://cdn.example/a.png'],
    [{ image: 'https://cdn.example/a.png' }, 'https://cdn.example/a.png'],
    [{ image: { url: 'https://cdn.example/a.png' } }, 'https://cdn.example/a.png'],
    [{ src: 'https://cdn.example/a.png' }, 'https://cdn.example/a.png'],
    [{ results: ['https://cdn.example/a.png', 'b'] }, 'https://cdn.example/a.png'],
    [{ results: [{ url: 'https://cdn.example/a.png' }] }, 'https://cdn.example/a.png'],
    [{ result: 'https://cdn.example/a.png' }, 'https://cdn.example/a.png'],
    [{ url: null, result: 'fox.png' }, 'https://example.org/ai/uploads/users/images/fox.png'],
    [{ result: 'red fox #1.png' }, 'https://example.org/ai/uploads/users/images/red%20fox%20%231.png'],
    [{ result: 'files/fox.png' }, 'https://example.org/ai/files/fox.png'],
    [{ url: '/files/fox.png' }, 'https://example.org/files/fox.png'],
    [{ url: 'files/fox.png' }, 'https://example.org/ai/files/fox.png'],
    [{ url: '//cdn.example/a.png' }, 'https://cdn.example/a.png'],
    [{ url: ' https://cdn.example/a b.png ' }, 'https://cdn.example/a%20b.png'],
    [{ url: 'http://example.org/a.png' }, 'http://example.org/a.png'],
    [{ url: 'data:image/png;base64,AAAA' }, 'data:image/png;base64,AAAA'],
    [{ url: 'javascript:alert(1)', src: 'https://cdn.example/a.png' }, 'https://cdn.example/a.png'],
    [{ url: '', results: ['https://cdn.example/a.png'] }, 'https://cdn.example/a.png'],
    [{ results: ['https://cdn.example/r.png'], result: 'fox.png' }, 'https://cdn.example/r.png']
  ])('%j', (record, expected) => expect(picture(record)).toBe(expected))

  it.each<Record<string, unknown>>([
    { url: 'file:///etc/passwd' },
    { url: 'javascript:alert(1)' },
    { url: 'data:image/svg+xml,<svg/>' },
    { url: 'data:text/html,x' },
    { url: `data:image/png;base64,${'A'.repeat(2_000_001)}` },
    { url: 'https://user:pass@cdn.example/a.png' },
    { url: `https://cdn.example/${'a'.repeat(5_000)}` },
    { url: null },
    { url: 5 },
    { results: [] },
    { results: null },
    { result: 'processing' },
    { result: '..' },
    { result: null }
  ])('%j has none', (record) => expect(picture(record)).toBeNull())

  it('names the field of the address', () => {
    const from = (record: Record<string, unknown>) => readPicture(record, pictureBase(BASE))?.from
    expect(from({ url: null, image_url: 'https://cdn.example/a.png' })).toBe('image_url')
    expect(from({ result: 'fox.png' })).toBe('result')
    expect(from({ url: 'file:///etc/passwd' })).toBeNull()
  })

  it('is undefined if the response has none of the fields', () => expect(picture({ id: 1, name: 'x' })).toBeUndefined())
})
