import { describe, expect, it } from 'vitest'
import { fail, succeed } from '../../shared/failure.ts'
import { copy } from '../../copy/language.ts'
import { repairOrReport, type RepairPorts } from './repair-commands.ts'

const DISCARD = { target: { kind: 'entries', entries: [7] }, repairAction: 'discard', choice: null } as const

async function discard(answer: Awaited<ReturnType<RepairPorts['repair']>>) {
  const received = { asked: 0, messages: [] as string[], failures: [] as string[] }
  const changed = await repairOrReport(
    {
      repair: async () => {
        received.asked += 1
        return answer
      },
      say: (text) => received.messages.push(text),
      onFailure: ({ code }) => received.failures.push(code)
    },
    DISCARD
  )
  return { changed, ...received }
}

describe('a repair action', () => {
  it('shows no message on success', async () => {
    const changed = Uint32Array.of(3)
    expect(await discard(succeed({ done: 1, changed }))).toEqual({ changed, asked: 1, messages: [], failures: [] })
  })

  it('says that its change is being sent, and is not repeated automatically', async () => {
    const changed = new Uint32Array(0)
    const messages = [copy.commands.repairLater]
    expect(await discard(succeed({ done: 0, changed }))).toEqual({ changed, asked: 1, messages, failures: [] })
  })

  it('reports its failure', async () => {
    const failed = { changed: null, asked: 1, messages: [], failures: ['disk-full'] }
    expect(await discard(fail('disk-full'))).toEqual(failed)
  })
})
