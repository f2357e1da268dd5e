import { expect, it } from 'vitest'
import { seededRandom } from '../../../../drivers/seeded-random.ts'
import { createVirtualClock } from '../../../../drivers/virtual-clock.ts'
import { type Answered, noRequest, type ServiceClient } from '../service/service-client.ts'
import { createDialect } from '../service/dialect.ts'
import { Governor } from './governor.ts'
import { Requests } from './requests.ts'
import { Standing } from './standing.ts'

function setUp() {
  const clock = createVirtualClock()
  const random = seededRandom(1)
  const nothing = (): void => undefined
  const governor = new Governor({ clock, random, onChange: nothing })
  const events = { onChange: nothing, onSignedOut: nothing, onOnline: nothing }
  const standing = new Standing({ clock, random, hasKey: true, isPaused: false, ...events })
  const requests = new Requests({ nextTick: () => 1, governor, standing, signal: new AbortController().signal })
  const client: ServiceClient = {
    send: () => new Promise(() => undefined),
    slot: 'images',
    address: 'https://h.test',
    dialect: createDialect(),
    now: clock.now
  }
  const answer = Promise.withResolvers<Answered<null>>()
  const done: Answered<null> = { outcome: { kind: 'applied', value: null }, facts: noRequest(client) }
  const run = (heard: () => void) =>
    requests.run({ lane: 'pull', way: 'read', about: 'record', send: () => answer.promise, heard })
  return { requests, run, answer: () => answer.resolve(done) }
}

it('is idle when the last answer was taken in, and at once when nothing is on its way', async () => {
  const { requests, run, answer } = setUp()
  const order: string[] = []
  await requests.idle()
  const asked = run(() => order.push('heard'))
  const idle = requests.idle().then(() => order.push('idle'))
  answer()
  await Promise.all([asked, idle])
  expect(order).toEqual(['heard', 'idle'])
})

it('drops what is answered after the library was closed, and is idle then as well', async () => {
  const { requests, run, answer } = setUp()
  const heard: string[] = []
  const asked = run(() => heard.push('heard'))
  requests.close()
  const idle = requests.idle()
  answer()
  await idle
  expect(await asked).toBeNull()
  expect(heard).toEqual([])
})
