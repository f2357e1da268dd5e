import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'
import { HAZARDS } from '../../src/reference-service/hazards/hazards.ts'
import { callWire } from '../../test/helpers/call-service.ts'

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url))
const children: ChildProcessByStdio<null, Readable, Readable>[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function run(...args: string[]): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

/** Reads until the text contains `end`, or the stream closes. */
async function read(stream: Readable, end: string): Promise<string> {
  let text = ''
  for await (const piece of stream) {
    text += String(piece)
    if (text.includes(end)) break
  }
  return text
}

test('shows how to connect, responds, and ends with Ctrl+C', async () => {
  const child = run('--port', '0', '--images', '20')
  const text = await read(child.stdout, 'Ctrl+C')
  expect(text).toContain('It has 20 images and 38 projects')
  const address = / {2}address +(\S+)/.exec(text)?.[1] ?? ''
  const key = /images key +(\S+)/.exec(text)?.[1] ?? ''
  const headers = { accept: 'application/json', authorization: `Bearer ${key}` }
  expect((await fetch(`${address}/api/v1/images`, { headers })).status).toBe(200)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.each(['SIGTERM', 'SIGHUP'] as const)('ends with %s', async (signal) => {
  const child = run('--port', '0', '--images', '20')
  await read(child.stdout, 'Ctrl+C')
  child.kill(signal)
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('ends with the setup that started it', async () => {
  const child = spawn(process.execPath, [CLI, '--port', '0', '--images', '20'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc']
  })
  const ended = once(child, 'exit')
  if (child.stdout !== null) await read(child.stdout, 'Ctrl+C')
  child.disconnect()
  expect(await ended).toEqual([0, null])
})

test('shows its dialect and hazards, behind a front with a certificate to trust', async () => {
  const child = run(...'--port 0 --images 20 --switch mount=below --hazard reset-before-on-show --https'.split(' '))
  const text = await read(child.stdout, 'Ctrl+C')
  expect(text).toContain('\nDialect mount=below: The API is below /ai/public.\n')
  expect(text).toContain('\nHazard reset-before on show-image: The connection is reset before')
  const ca = await readFile(/authority +(\S+)/.exec(text)?.[1] ?? '', 'utf8')
  const address = new URL(/ {2}address +(\S+)/.exec(text)?.[1] ?? '')
  expect([address.protocol, address.pathname]).toEqual(['https:', '/ai/public'])
  expect((await callWire(address.origin, 'GET /ai/public/api/v1/images', { ca })).status).toBe(200)
  await expect(callWire(address.origin, 'GET /ai/public/api/v1/images/5', { ca })).rejects.toMatchObject({
    code: 'ECONNRESET'
  })
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('refuses invalid input with one sentence and exit code 2', async () => {
  const child = run('--images', 'many')
  const [text, [code]] = await Promise.all([read(child.stderr, '\n'), once(child, 'exit')])
  expect(code).toBe(2)
  expect(text).toBe(
    '--images takes a whole number from 0 to 1,000,000, not "many". "npm run service -- --help" lists the options.\n'
  )
})

test('reports a port in use with one sentence and exit code 2', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const child = run('--images', '1', '--port', port)
  const [text, [code]] = await Promise.all([read(child.stderr, '\n'), once(child, 'exit')])
  server.close()
  expect(code).toBe(2)
  expect(text).toBe(
    `Port ${port} is in use by another program. Quit that program, or choose another port with --port.\n`
  )
})

test('lists each entry in one line', async () => {
  const [hazards, switches, dialects] = await Promise.all(
    ['--list-hazards', '--list-switches', '--list-dialects'].map((word) => readAll(run(word).stdout))
  )
  const lines = hazards?.split('\n') ?? []
  for (const { id } of HAZARDS) expect(lines.filter((line) => line.trim().split(' ')[0] === id)).toHaveLength(1)
  expect(hazards).toMatch(/^ {2}deleted-false +200 with deleted false: nothing was deleted\. \(delete\)$/m)
  expect(switches).toMatch(/^ids=uuid +IDs are UUIDs/m)
  expect(dialects).toMatch(/^D-cursor +Paging by cursor\.$/m)
  expect(dialects).not.toContain('`')
})
