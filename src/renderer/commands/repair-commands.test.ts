import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/failure.ts'
import { commandCopy } from '../copy/commands.ts'
import { repairOrTell, type RepairPorts } from './repair-commands.ts'

const DISCARD = { target: { kind: 'entries', entries: [7] }, remedy: 'discard', choice: null } as const

async function discard(answer: Awaited<ReturnType<RepairPorts['repair']>>) {
  const heard = { asked: 0, said: [] as string[], failures: [] as string[] }
  const changed = await repairOrTell(
    {
      repair: async () => {
        heard.asked += 1
        return answer
      },
      say: (text) => heard.said.push(text),
      onFailure: ({ code }) => heard.failures.push(code)
    },
    DISCARD
  )
  return { changed, ...heard }
}

describe('a remedy', () => {
  it('that was done needs no word', async () => {
    const changed = Uint32Array.of(3)
    expect(await discard(succeed({ done: 1, changed }))).toEqual({ changed, asked: 1, said: [], failures: [] })
  })

  it('that came while its change was on its way says so, and is not tried again by itself', async () => {
    const changed = new Uint32Array(0)
    const said = [commandCopy.remedyLater]
    expect(await discard(succeed({ done: 0, changed }))).toEqual({ changed, asked: 1, said, failures: [] })
  })

  it('that failed tells why', async () => {
    const failed = { changed: null, asked: 1, said: [], failures: ['disk-full'] }
    expect(await discard(fail('disk-full'))).toEqual(failed)
  })
})
