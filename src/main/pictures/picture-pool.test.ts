import { expect, test } from 'vitest'
import { createPicturePool } from './picture-pool.ts'

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

test('runs a few at a time, the newest wish first', async () => {
  const pool = createPicturePool({ running: 2, waiting: 10 })
  const { started, work, end } = playWork()
  const answers = ['a', 'b', 'c', 'd'].map((name) => pool(work(name)))
  expect(started).toEqual(['a', 'b'])
  end('a')
  await answers[0]
  await Promise.resolve()
  expect(started).toEqual(['a', 'b', 'd'])
  end('b')
  end('d')
  await answers[3]
  await Promise.resolve()
  end('c')
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd'])
})

test('the oldest wish is dropped when too many wait', async () => {
  const pool = createPicturePool({ running: 1, waiting: 2 })
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
  const pool = createPicturePool({ running: 1, waiting: 2 })
  await expect(pool(() => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
  expect(await pool(async () => 1)).toBe(1)
})
