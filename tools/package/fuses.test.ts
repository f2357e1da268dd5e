import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FuseState, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, expect, it } from 'vitest'
import { FUSES, setFuses } from './hooks.ts'
import { fuseBytes } from './stub-electron.ts'

const work = mkdtempSync(join(tmpdir(), 'proofsheet-fuses-'))
afterAll(() => rmSync(work, { recursive: true }))

function binaryWith(states: readonly boolean[]): string {
  const file = join(work, `${states.map(Number).join('')}-electron`)
  writeFileSync(file, fuseBytes(states))
  return file
}

const all = (count: number, isOn: boolean): boolean[] => Array.from({ length: count }, () => isOn)

it.each([true, false])('sets all nine (before: all %s)', async (before) => {
  const file = binaryWith(all(9, before))
  await setFuses(file)
  const wire = await getCurrentFuseWire(file)
  const states = Object.values(FUSES).map((isOn) => (isOn ? FuseState.ENABLE : FuseState.DISABLE))
  expect(states).toHaveLength(9)
  expect(wire).toEqual({ version: '1', ...Object.fromEntries(states.entries()) })
})

it('has the same result when repeated', async () => {
  const file = binaryWith([true, ...all(8, false)])
  await setFuses(file)
  const once = await getCurrentFuseWire(file)
  await setFuses(file)
  expect(await getCurrentFuseWire(file)).toEqual(once)
})

it('rejects an Electron with another fuse', async () => {
  await expect(setFuses(binaryWith(all(10, true)))).rejects.toThrow('strictlyRequireAllFuses')
})

it('rejects an Electron without one of them', async () => {
  await expect(setFuses(binaryWith(all(8, true)))).rejects.toThrow('not long enough')
})

it('rejects other files', async () => {
  const file = join(work, 'nothing')
  writeFileSync(file, Buffer.alloc(10_000))
  await expect(setFuses(file)).rejects.toThrow('sentinel')
})
