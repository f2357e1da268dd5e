import { access, appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SendRequest } from '../../shared/send.ts'
import { isPictureFile } from '../../reference-service/picture-names.ts'
import { createSampleService, type SampleService } from './sample-service.ts'

const ADDRESS = 'https://sample.invalid'
const folder = { path: '' }
beforeEach(async () => {
  folder.path = await mkdtemp(join(tmpdir(), 'proofsheet-sample-'))
})
afterEach(() => rm(folder.path, { recursive: true, force: true }))

const file = (): string => join(folder.path, 'deep', 'sample.jsonl')

async function start(): Promise<SampleService> {
  const sample = createSampleService({ file: file(), address: ADDRESS, storeDelayMs: 0 })
  expect(await sample.start()).toEqual({ ok: true, value: null })
  return sample
}

const request = (line: string, form: string | null = null): SendRequest => {
  const [method, path] = line.split(' ')
  return {
    slot: path?.includes('/projects') === true ? 'projects' : 'images',
    // Each line of this file begins with a method.
    method: method as SendRequest['method'],
    url: `${ADDRESS}/api/v1${path ?? ''}`,
    form,
    timeoutMs: 1_000,
    once: method === 'POST',
    redirects: 'refuse'
  }
}

interface Body {
  readonly data: { readonly id: number; readonly favorite: number; readonly url: string; readonly name: string }
  readonly meta: { readonly total: number }
}

/** Returns the parsed body of a response; throws the code of a failure. */
async function call(sample: SampleService, line: string, form?: string): Promise<Body> {
  const response = await sample.send(request(line, form))
  if (response.kind === 'failed') throw new Error(response.code)
  return JSON.parse(response.body)
}

test('the sample always has the same 600 images and 12 projects', async () => {
  const sample = await start()
  expect((await call(sample, 'GET /images?per_page=10')).meta.total).toBe(600)
  expect((await call(sample, 'GET /projects?per_page=10')).meta.total).toBe(12)
  const first = await call(sample, 'GET /images/7')
  await sample.remove()
  const again = await call(await start(), 'GET /images/7')
  expect([again.data.name, again.data.url]).toEqual([first.data.name, first.data.url])
  expect(first.data.url).toContain(`${ADDRESS}/uploads/`)
  expect(isPictureFile(first.data.url.split('/').at(-1) ?? '')).toBe(true)
})

test('changes are kept after a restart', async () => {
  const sample = await start()
  await call(sample, 'PUT /images/7', 'favorite=1&name=Renamed+by+me')
  await call(sample, 'DELETE /images/8')
  const made = await call(sample, 'POST /images', 'name=Mine&description=A+pear&resolution=512x512')
  expect(made.data.id).toBe(601)
  const [seven, all] = [await call(sample, 'GET /images/7'), await call(sample, 'GET /images?per_page=100')]
  const second = await start()
  // `updated_at` may differ by a second between writing the journal and applying the change.
  expect({ ...(await call(second, 'GET /images/7')).data, updated_at: '' }).toEqual({ ...seven.data, updated_at: '' })
  expect(await call(second, 'GET /images/601')).toMatchObject({ data: { name: 'Mine' } })
  expect(await call(second, 'GET /images?per_page=100')).toMatchObject({ meta: all.meta })
  expect(await second.send(request('GET /images/8'))).toMatchObject({ kind: 'response', status: 404 })
})

test('a line torn by a kill is skipped, and later lines apply', async () => {
  const sample = await start()
  await call(sample, 'PUT /images/7', 'favorite=1')
  await appendFile(file(), '{"at":17,"meth')
  await call(await start(), 'PUT /images/9', 'favorite=1')
  const last = await start()
  expect([
    (await call(last, 'GET /images/7')).data.favorite,
    (await call(last, 'GET /images/9')).data.favorite
  ]).toEqual([1, 1])
})

test('an invalid journal is replaced', async () => {
  await start()
  await writeFile(file(), 'not a journal\n')
  const sample = await start()
  await call(sample, 'PUT /images/7', 'favorite=1')
  expect((await call(await start(), 'GET /images/7')).data.favorite).toBe(1)
})

test('a change that cannot be journaled is not applied', async () => {
  const sample = await start()
  const before = await call(sample, 'GET /images/7')
  await rm(join(folder.path, 'deep'), { recursive: true })
  await writeFile(join(folder.path, 'deep'), 'a file where the folder was')
  const response = await sample.send(request('PUT /images/7', `favorite=${1 - before.data.favorite}`))
  expect(response).toMatchObject({ kind: 'failed', wasSent: false })
  expect(await call(sample, 'GET /images/7')).toEqual(before)
})

test('only requests of its slots and address are handled, and only while it runs', async () => {
  const sample = createSampleService({ file: file(), address: ADDRESS })
  expect(sample.isFor(request('GET /images'))).toBe(false)
  expect(await sample.send(request('GET /images'))).toMatchObject({ kind: 'failed', wasSent: false })
  await sample.start()
  expect(sample.isFor(request('GET /images'))).toBe(true)
  expect(sample.isFor({ ...request('GET /images'), slot: 'draft-images' })).toBe(false)
  expect(sample.isFor({ ...request('GET /images'), url: 'https://sample.invalid.example/api/v1/images' })).toBe(false)
  await sample.remove()
  expect(sample.isFor(request('GET /images'))).toBe(false)
  await expect(access(file())).rejects.toThrow('ENOENT')
})
