import { expect, test } from 'vitest'
import { createPicturePool } from './picture-pool.ts'
import { eventually } from '../../../drivers/eventually.ts'

/** Work that ends when it is told to. */
function playWork() {
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

test('runs a few at a time, the newest burst first, each burst in its order', async () => {
  const clock = { now: 0 }
  const pool = createPicturePool({ running: 1, waiting: 10, now: () => clock.now })
  const { started, work, end } = playWork()
  const ask = (name: string) => pool(work(name))
  const first = [ask('a1'), ask('a2'), ask('a3')]
  clock.now = 1_000
  const second = [ask('b1'), ask('b2')]
  const order = ['a1', 'b1', 'b2', 'a2', 'a3']
  for (const name of order) {
    await eventually(() => started.at(-1)).toBe(name)
    end(name)
  }
  expect(await Promise.all([...first, ...second])).toEqual(['a1', 'a2', 'a3', 'b1', 'b2'])
  expect(started).toEqual(order)
})

test('the oldest wish is dropped when too many wait', async () => {
  const pool = createPicturePool({ running: 1, waiting: 2, now: () => 0 })
  const { work, end, started } = playWork()
  const running = pool(work('running'))
  const [oldest, ...rest] = ['a', 'b', 'c'].map((name) => pool(work(name)))
  expect(await oldest).toBeNull()
  end('running')
  await running
  expect(rest).toHaveLength(2)
  expect(started).not.toContain('a')
})

test('work that fails makes room too', async () => {
  const pool = createPicturePool({ running: 1, waiting: 2, now: () => 0 })
  await expect(pool(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
  expect(await pool(async () => 1)).toBe(1)
})
