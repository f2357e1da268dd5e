import { expect, test } from 'vitest'
import { createPicturePool } from './picture-pool.ts'
import { eventually } from '../../../drivers/eventually.ts'

/** Creates work whose end the test controls. */
function createWork() {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    started.push(name)
    const { promise, resolve } = Promise.withResolvers<string>()
    ends.set(name, () => resolve(name))
    return promise
  }
  return { started, work, end: (name: string) => ends.get(name)?.() }
}

test('limits concurrent work and runs the newest burst first, each burst in order', async () => {
  const clock = { now: 0 }
  const pool = createPicturePool({ running: 1, waiting: 10, now: () => clock.now })
  const { started, work, end } = createWork()
  const request = (name: string) => pool(work(name))
  const first = [request('a1'), request('a2'), request('a3')]
  clock.now = 1_000
  const second = [request('b1'), request('b2')]
  const order = ['a1', 'b1', 'b2', 'a2', 'a3']
  for (const name of order) {
    await eventually(() => started.at(-1)).toBe(name)
    end(name)
  }
  expect(await Promise.all([...first, ...second])).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
  expect(started).toEqual(order)
})

test('the oldest request is dropped when too many are pending', async () => {
  const pool = createPicturePool({ running: 1, waiting: 2, now: () => 0 })
  const { work, end, started } = createWork()
  const running = pool(work('running'))
  const [oldest, ...others] = ['a', 'b', 'c'].map((name) => pool(work(name)))
  expect(await oldest).toBeNull()
  end('running')
  await running
  expect(others).toHaveLength(2)
  expect(started).not.toContain('a')
})

test('failed work frees its place', async () => {
  const pool = createPicturePool({ running: 1, waiting: 2, now: () => 0 })
  await expect(pool(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
  expect(await pool(async () => 1)).toBe(1)
})
