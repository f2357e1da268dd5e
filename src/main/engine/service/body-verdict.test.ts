import { describe, expect, it } from 'vitest'
import { effectiveStatus } from './body-verdict.ts'

describe('effectiveStatus', () => {
  it.each([
    [200, { status: 200, data: {} }, 200],
    [201, { status: 200, data: {} }, 201],
    [200, { status: 422, success: false }, 422],
    [200, { status: '500' }, 500],
    [200, { status: 'processing' }, 200],
    [200, { success: false }, 400],
    [200, { success: 0, status: 200 }, 400],
    [200, { success: false, errors: [{ field: 'name', message: 'too long' }] }, 422],
    [200, { success: false, request_id: 'ab1', hint: 'See the manual.' }, 400],
    [200, { success: false, code: 404 }, 404],
    [200, { code: 404 }, 200],
    [200, { success: true, status: 201 }, 200],
    [200, { status: 700 }, 200],
    [200, [], 200],
    [200, null, 200],
    [404, { status: 200, success: true }, 404],
    [500, { status: 422 }, 500]
  ])('%i with %j is %i', (http, root, expected) => expect(effectiveStatus(http, root)).toBe(expected))
})
