import { describe, expect, it } from 'vitest'
import type { SendRequest } from '../../../src/shared/send.ts'
import { PaceWatch } from './pace-watch.ts'

const request = (): SendRequest => ({
  slot: 'images',
  method: 'GET',
  url: 'http://service.test/api/v1/images',
  form: null,
  timeoutMs: 1_000,
  once: false,
  redirects: 'refuse'
})

/** Behind the hundred in which the pace is found. */
function found(): PaceWatch {
  const watch = new PaceWatch()
  for (let sent = 0; sent < 100; sent += 1) watch.leaves(request())
  return watch
}

function leaving(watch: PaceWatch): SendRequest {
  const one = request()
  watch.leaves(one)
  return one
}

describe('pace watch', () => {
  it('counts each refusal that was heard before the next request left', () => {
    const watch = found()
    for (let sent = 0; sent < 3; sent += 1) {
      const one = leaving(watch)
      watch.isRefused(one)
      watch.comesBack(one)
    }
    expect([watch.requests, watch.refused]).toEqual([3, 3])
  })

  it('counts what the network sent twice once, and with it all that left before it was heard', () => {
    const watch = found()
    const [first, second] = [leaving(watch), leaving(watch)]
    watch.isRefused(first)
    watch.isRefused(first)
    watch.isRefused(second)
    watch.comesBack(second)
    const third = leaving(watch)
    watch.comesBack(first)
    watch.isRefused(third)
    watch.isRefused(first)
    expect(watch.refused).toBe(1)
    watch.isRefused(leaving(watch))
    expect(watch.refused).toBe(2)
  })

  it('counts none while the pace is found, and none of an earlier life', () => {
    const watch = new PaceWatch()
    watch.isRefused(leaving(watch))
    watch.isRefused(request())
    expect([watch.requests, watch.refused]).toEqual([0, 0])
  })
})
