import { expect, it } from 'vitest'
import type { Step } from './story.ts'
import { takeSteps, type StepResult } from './steps.ts'

const well = async (): Promise<string> => 'seen'
const badly = async (): Promise<string> => {
  throw new Error('No picture.')
}
const step = (name: string, part: Partial<Step> = {}): Step => ({
  name,
  isNeeded: false,
  counts: false,
  take: well,
  ...part
})

async function play(...steps: Step[]) {
  const told: StepResult[] = []
  const taken = await takeSteps(steps, (result) => told.push(result))
  return { taken, told: told.map(({ name, isOk, note }) => [name, isOk, note]) }
}

it('reports each step, and adds up those that count', async () => {
  const { taken, told } = await play(step('clone', { counts: true }), step('look'))
  expect(told).toEqual([
    ['clone', true, 'seen'],
    ['look', true, 'seen']
  ])
  expect(taken.areAllOk).toBe(true)
  expect(taken.seconds).toBeGreaterThanOrEqual(0)
})

it('continues after a failed step that is not needed', async () => {
  const { taken, told } = await play(step('look', { take: badly }), step('test'))
  expect(told).toEqual([
    ['look', false, 'No picture.'],
    ['test', true, 'seen']
  ])
  expect(taken).toMatchObject({ areAllOk: false, seconds: 0 })
})

it('skips the steps after a failed one that is needed, and has no total', async () => {
  const { taken, told } = await play(step('clone', { take: badly, isNeeded: true, counts: true }), step('test'))
  expect(told).toEqual([
    ['clone', false, 'No picture.'],
    ['test', false, '']
  ])
  expect(taken).toMatchObject({ areAllOk: false, seconds: null })
})
