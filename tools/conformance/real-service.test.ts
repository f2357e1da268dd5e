/** `npm run conformance` with addresses, against services of some dialects: output and remaining data. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { readOptions } from '../../drivers/command-line.ts'
import { dialectOf } from '../../src/reference-service/dialects/dialects.ts'
import type { ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import type { FaultHook } from '../../src/reference-service/faults.ts'
import { startReferenceService } from '../../src/reference-service/server.ts'
import { tracesIn } from '../../test/helpers/key-sweep.ts'
import { CliError } from '../setup/cli-error.mjs'
import { CONFORMANCE } from './options.ts'
import { planChecks } from './server/plan-checks.ts'

const KEY = 'sk-canary-6d1f0c5b8e724a93bf0021'
const folder = mkdtempSync(join(tmpdir(), 'proofsheet-conformance-'))
const keyFile = join(folder, 'key')
writeFileSync(keyFile, ` Bearer ${KEY}\n`)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const CLI = join(import.meta.dirname, 'cli.ts')

async function command(args: readonly string[], typed = ''): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  child.stdin.end(typed)
  const [out, problems, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, said: out + problems }
}

const start = (dialect: ServiceDialect, faults: FaultHook | null) =>
  startReferenceService({ images: 60, projects: 12, perMinute: 0, dialect, imagesKey: KEY, projectsKey: KEY, faults })

const pageMissing =
  (name: string, value: string): FaultHook =>
  ({ query }) =>
    query[name] === value ? { kind: 'status', status: 404 } : null

async function ask(
  dialect: ServiceDialect,
  more: readonly string[] = [],
  { typed = '', faults = null }: { readonly typed?: string; readonly faults?: FaultHook | null } = {}
) {
  const service = await start(dialect, faults)
  try {
    const result = await command(['--images', service.url, '--key-file', keyFile, ...more], typed)
    expect(tracesIn('output', Buffer.from(result.said), [KEY])).toEqual([])
    const writes = service.log.filter(({ method }) => method !== 'GET').map(({ method }) => method)
    return { ...result, writes, size: service.store.images.size }
  } finally {
    await service.close()
  }
}

test('only reads from a standard service, and accepts it', async () => {
  const { code, said, writes } = await ask(dialectOf('standard'), ['--bad-key'])
  expect(said).toContain('Proofsheet works with this service.')
  expect(said).toMatch(/images +Wrong key +yes +Rejected with 401\./)
  expect(said).toContain('images: learned')
  expect(writes).toEqual([])
  expect(code).toBe(0)
})

test('with permission creates and deletes one image, after a question', async () => {
  const { code, said, writes, size } = await ask(dialectOf('B'), ['--allow-writes'], { typed: 'y\n' })
  expect(said).toContain('may cost')
  expect(said).toMatch(/Delete +yes +Gone afterwards\./)
  expect(writes).toEqual(['POST', 'PUT', 'DELETE'])
  expect(size).toBe(60)
  expect(code).toBe(0)
})

test('writes nothing without a yes', async () => {
  const { said, writes } = await ask(dialectOf('standard'), ['--allow-writes'])
  expect(said).toContain('Nothing is created. Reading only.')
  expect(writes).toEqual([])
})

test('rejects a service that replaces records', async () => {
  const { code, said, size } = await ask(dialectOf('standard', { put: 'replaces' }), ['--allow-writes', '--yes'])
  expect(said).toContain('Proofsheet can’t work with this service:')
  expect(said).toContain('an update replaces the record')
  expect(size).toBe(60)
  expect(code).toBe(1)
})

test('accepts a service that ignores pages, with limits', async () => {
  const { code, said } = await ask(dialectOf('standard', { paging: 'ignored', pictures: 'absolute' }))
  expect(said).toContain('Proofsheet works with this service, with limits:')
  expect(said).toContain('Most of the library can’t be loaded')
  expect(code).toBe(0)
})

test('accepts a Django service, whose page after the last is 404', async () => {
  const { code, said } = await ask(dialectOf('django'))
  expect(said).toMatch(/images +Total count +yes +Reported\./)
  expect(said).toMatch(/images +Creation dates +yes +Included\./)
  expect(said.match(/End of the list +yes +The page after the last has no items\./g)).toHaveLength(2)
  expect(said).not.toContain('There is no')
  expect(said).toContain('Proofsheet works with this service.')
  expect(code).toBe(0)
})

test('accepts a service whose second page is 404, with limits', async () => {
  const { said } = await ask(dialectOf('standard'), [], { faults: pageMissing('page', '2') })
  expect(said).toContain('Proofsheet works with this service, with limits:')
  expect(said).toContain('images: The service rejects the second page. Most of the library can’t be loaded.')
})

test('rejects a service that responds with 404 to pages of the size of sync', async () => {
  const { code, said } = await ask(dialectOf('standard'), [], { faults: pageMissing('per_page', '100') })
  expect(said).toContain('There is no images service at this address (404).')
  expect(said).toContain('Proofsheet can’t work with this service:')
  expect(code).toBe(1)
})

test('says how projects with IDs are deleted', async () => {
  const { said } = await ask(dialectOf('standard', { projects: 'by-id' }))
  expect(said).toContain('Projects have IDs. If deleting by name fails, Proofsheet tries the ID.')
})

test('refuses invalid options with one sentence and exit code 2', async () => {
  const { code, said } = await command(['--images', 'http://example.org', '--key-file', keyFile])
  expect(said).toContain('with plain http')
  expect(code).toBe(2)
})

/** Reads what the command reads before its first request. */
async function plan(args: readonly string[]): Promise<unknown> {
  const options = readOptions(CONFORMANCE, args)
  return options && planChecks(options)
}

test.each([
  [['--images', 'example.org'], '--key-file is missing'],
  [['--images', 'http://example.org', '--key-file', keyFile], 'with plain http'],
  [['--images', 'example.org', '--key-file', join(folder, 'none')], 'Can’t read the file']
])('refuses %j with one sentence', async (args, sentence) => {
  await expect(plan(args)).rejects.toThrow(CliError)
  await expect(plan(args)).rejects.toThrow(sentence)
})
