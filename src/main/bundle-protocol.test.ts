import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBundleHandler } from './bundle-protocol.ts'

const folder = { path: '' }
beforeEach(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'proofsheet-bundle-'))
  const renderer = join(folder.path, 'renderer')
  await mkdir(join(renderer, 'assets'), { recursive: true })
  await writeFile(join(folder.path, 'secret.html'), 'outside')
  await writeFile(join(renderer, 'unlisted.html'), 'not built')
  await writeFile(join(renderer, 'index.html'), '<!doctype html>')
  await writeFile(join(renderer, 'assets/main-1.js'), 'export {}')
  await writeFile(join(renderer, 'files.json'), '["assets/main-1.js","index.html","odd.exe"]')
})
afterEach(() => rm(folder.path, { recursive: true, force: true }))

const load = (address: string, init?: RequestInit) =>
  createBundleHandler(join(folder.path, 'renderer'))(new Request(address, init))

test('the page is served with its content security policy', async () => {
  const response = await load('app://bundle/index.html')
  expect(response.status).toBe(200)
  expect(await response.text()).toBe('<!doctype html>')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer'
  })
  const policy = response.headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "connect-src 'none'", "script-src 'self'", "trusted-types 'none'"]) {
    expect(policy).toContain(rule)
  }
  expect(policy).not.toContain('unsafe')
})

test('scripts have their content type, and the query is ignored', async () => {
  const response = await load('app://bundle/assets/main-1.js?v=2')
  expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

test.each([
  'app://bundle/',
  'app://bundle/unlisted.html',
  'app://bundle/files.json',
  'app://bundle/odd.exe',
  'app://bundle/../secret.html',
  'app://bundle/%2e%2e/secret.html',
  'app://bundle/..%2fsecret.html',
  'app://bundle/assets/..\\..\\secret.html',
  'app://bundle//index.html',
  'app://bundle/INDEX.HTML',
  'app://bundle/__proto__'
])('%s is not found', async (address) => {
  const response = await load(address)
  expect(response.status).toBe(404)
  expect(await response.text()).toBe('')
})

test('other methods than GET are refused', async () => {
  expect((await load('app://bundle/index.html', { method: 'POST', body: 'x' })).status).toBe(405)
})
