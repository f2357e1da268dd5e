import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { Secret } from './secret.ts'

const KEY = 'sk-canary-0123456789abcdef'

test('printing, joining or serializing a secret returns a placeholder', () => {
  const secret = new Secret(KEY)
  const holder = { secret, list: [secret] }
  const printed = [
    String(secret),
    ['key: ', secret].join(''),
    JSON.stringify(holder),
    inspect(holder, { depth: 9, showHidden: true }),
    [secret, secret].join(),
    Object.keys(secret).join(),
    JSON.stringify(structuredClone(Object.assign({}, secret)))
  ].join('\n')
  expect(printed).not.toContain('canary')
  expect(printed).toContain('[secret]')
  expect(secret.reveal()).toBe(KEY)
})
