import { expect, test } from 'vitest'
import { createSessionPool } from './session-pool.ts'

function session(name: string) {
  const closed = { count: 0 }
  return {
    name,
    closed,
    closeAllConnections: async () => {
      closed.count += 1
    }
  }
}

test('two slow requests leave the third session free', async () => {
  const sessions = ['a', 'b', 'c'].map(session)
  const inSession = createSessionPool(sessions)
  const slow = Promise.withResolvers<void>()
  const first = inSession(() => slow.promise.then(() => 'first'))
  const second = inSession(() => slow.promise.then(() => 'second'))
  expect(await inSession(async ({ name }) => name)).toBe('c')
  expect(await inSession(async ({ name }) => name)).toBe('c')
  slow.resolve()
  expect(await Promise.all([first, second])).toEqual(['first', 'second'])
  expect(sessions.map(({ closed }) => closed.count)).toEqual([1, 1, 2])
})

test('requests wait in order while all sessions are in use, and a session never has two requests', async () => {
  const only = session('a')
  const inSession = createSessionPool([only])
  const order: string[] = []
  let open = 0
  const run = (name: string) =>
    inSession(async () => {
      open += 1
      order.push(`${name} of ${open}`)
      await new Promise((resolve) => setImmediate(resolve))
      open -= 1
    })
  await Promise.all(['1', '2', '3'].map(run))
  expect(order).toEqual(['1 of 1', '2 of 1', '3 of 1'])
  expect(only.closed.count).toBe(3)
})

test('a request that throws frees its session', async () => {
  const inSession = createSessionPool([session('a')])
  await expect(
    inSession(async () => {
      throw new Error('lost')
    })
  ).rejects.toThrow('lost')
  expect(await inSession(async ({ name }) => name)).toBe('a')
})

test.each([
  ['cannot be closed', () => Promise.reject(new Error('gone'))],
  ['never report that they are closed', () => new Promise<void>(() => undefined)]
])('a session whose sockets %s runs no request, and the next one retries', async (_how, closing) => {
  const closings = [closing, async () => undefined]
  const only = { closeAllConnections: () => (closings.shift() ?? closing)() }
  const inSession = createSessionPool([only], 20)
  const calls: string[] = []
  const run = (name: string) => inSession(async () => calls.push(name))
  expect(await Promise.all([run('first'), run('second')])).toEqual([null, 1])
  expect(calls).toEqual(['second'])
})
