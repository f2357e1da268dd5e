/** The sweep finds keys in each encoding. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { family } from '../../drivers/processes.ts'
import { sweepFolder, sweepProcesses, tracesIn } from './key-sweep.ts'

const KEY = 'sk-canary-00112233445566778899aabbccddeeff'
const around = (bytes: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from('before '), Buffer.from(bytes), Buffer.from(' after')])

test.each<[string, Buffer]>([
  ['utf-8', around(KEY)],
  ['utf-16le', around(Buffer.from(KEY, 'utf16le'))],
  ['base64 at 0', around(Buffer.from(`${KEY}, and more`).toString('base64'))],
  ['base64 at 1', around(Buffer.from(`x${KEY}, and more`).toString('base64'))],
  ['base64 at 2', around(Buffer.from(`xy${KEY}, and more`).toString('base64'))],
  ['base64 at 0', around(Buffer.from(`xyz${KEY}`).toString('base64'))],
  ['hex', around(Buffer.from(KEY).toString('hex'))],
  ['reversed', around(Buffer.from(Buffer.from(KEY).toReversed()))],
  ['percent-encoded', around([...Buffer.from(KEY)].map((byte) => `%${byte.toString(16)}`).join(''))]
])('finds %s', (form, bytes) => {
  expect(tracesIn('here', bytes, [KEY])).toContainEqual({ where: 'here', form })
})

test('finds no part of a key', () => {
  expect(tracesIn('here', around(Buffer.from(KEY.slice(1)).toString('base64')), [KEY])).toEqual([])
  expect(tracesIn('here', around(KEY.slice(0, -1)), [KEY])).toEqual([])
})

test('reads each file and its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'key-sweep-'))
  writeFileSync(join(folder, 'a.bin'), around(KEY))
  writeFileSync(join(folder, `${KEY}.txt`), 'harmless')
  const found = sweepFolder(folder, [KEY]).filter(({ form }) => form === 'utf-8')
  rmSync(folder, { recursive: true })
  expect(found.map(({ where }) => where).toSorted()).toEqual(['a.bin', `name ${KEY}.txt`])
})

test('reads the processes of an app on Linux', () => {
  const hasProc = process.platform === 'linux'
  expect(family(process.ppid).includes(process.pid)).toBe(hasProc)
  const [shown = ''] = process.argv
  const forms = sweepProcesses(process.pid, [shown]).map(({ form }) => form)
  expect(forms.includes('utf-8')).toBe(hasProc)
})
