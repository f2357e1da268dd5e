import { spawn } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test } from 'vitest'

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

/** What it wrote until `end` was in it, or until it closed. */
async function read(stream: Readable, end: string): Promise<string> {
  let text = ''
  for await (const piece of stream) {
    text += String(piece)
    if (text.includes(end)) break
  }
  return text
}

test('says how to connect, answers there, and ends with Ctrl+C', async () => {
  const child = run('--port', '0', '--images', '20')
  const text = await read(child.stdout, 'Ctrl+C')
  expect(text).toContain('It keeps 20 images and 38 projects')
  const address = / {2}address +(\S+)/.exec(text)?.[1] ?? ''
  const key = /images key +(\S+)/.exec(text)?.[1] ?? ''
  const headers = { accept: 'application/json', authorization: `Bearer ${key}` }
  expect((await fetch(`${address}/api/v1/images`, { headers })).status).toBe(200)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('bad input is exit 2 and one sentence', async () => {
  const child = run('--images', 'many')
  const [text, [code]] = await Promise.all([read(child.stderr, '\n'), once(child, 'exit')])
  expect(code).toBe(2)
  expect(text).toBe(
    '--images takes a whole number from 0 to 1000000, not "many". Run with --help to see every option.\n'
  )
})

test('a taken port is exit 2 and one sentence', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const child = run('--images', '1', '--port', port)
  const [text, [code]] = await Promise.all([read(child.stderr, '\n'), once(child, 'exit')])
  server.close()
  expect(code).toBe(2)
  expect(text).toBe(`Port ${port} is taken by another program. Choose another one with --port.\n`)
})
