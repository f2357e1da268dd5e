import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takeLock } from './lock.mjs'
import { eventually } from '../../drivers/eventually.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proofsheet-lock-'))
  file = join(folder, 'deep', 'a.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

const LOCK = join(import.meta.dirname, 'lock.mjs')
const TAKE = `import { takeLock } from ${JSON.stringify(LOCK)}
const release = await takeLock(process.argv[1], 'building', console.log)
console.log('has it')
process.stdin.once('data', () => { release(); process.exit() })`

function startOwner() {
  const child = spawn(process.execPath, ['--input-type=module', '-e', TAKE, file], {
    stdio: ['pipe', 'pipe', 'inherit']
  })
  const said: string[] = []
  child.stdout.setEncoding('utf8').on('data', (part: string) => said.push(part))
  return { child, said: () => said.join(''), ended: once(child, 'exit') }
}

it('exists until it is released', async () => {
  const release = await takeLock(file, 'building', () => undefined)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ pid: process.pid, what: 'building' })
  release()
  expect(existsSync(file)).toBe(false)
})

it('has one owner at a time', async () => {
  const first = startOwner()
  await eventually(first.said).toBe('has it\n')
  const second = startOwner()
  await eventually(second.said).toBe(`Another start (process ${first.child.pid ?? 0}) is building; waiting for it…\n`)
  first.child.stdin.end('\n')
  await eventually(second.said).toContain('has it')
  second.child.stdin.end('\n')
  await Promise.all([first.ended, second.ended])
  expect(existsSync(file)).toBe(false)
})

it('of a killed owner is taken over by one waiting process', async () => {
  const first = startOwner()
  await eventually(first.said).toBe('has it\n')
  first.child.kill('SIGKILL')
  await first.ended
  const [second, third] = [startOwner(), startOwner()]
  const holders = () => [second, third].filter(({ said }) => said().includes('has it'))
  await eventually(holders).toHaveLength(1)
  const waiting = () => [second, third].filter(({ said }) => said().includes('waiting for it'))
  await eventually(waiting).toHaveLength(1)
  for (const { child } of holders()) child.stdin.end('\n')
  await eventually(holders).toHaveLength(2)
  for (const { child } of [second, third]) child.stdin.end('\n')
  await Promise.all([second.ended, third.ended])
})

it.each([
  ['the ID of another process', JSON.stringify({ pid: process.pid, began: '1', what: 'building' })],
  ['the ID of no process', JSON.stringify({ pid: 2 ** 22 + 1, began: '1', what: 'building' })],
  ['invalid content', '{']
])('with %s is taken over', async (_what, text) => {
  const release = await takeLock(file, 'building', () => undefined)
  release()
  writeFileSync(file, text)
  const again = await takeLock(file, 'building', () => undefined)
  again()
  expect(existsSync(file)).toBe(false)
})
