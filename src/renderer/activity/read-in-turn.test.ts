import { describe, expect, it, test } from 'vitest'
import { receipt } from '../../../test/helpers/status-samples.ts'
import { succeed } from '../../shared/failure.ts'
import { createReadInTurn, readBatches } from './read-in-turn.ts'

const settle = () => new Promise<void>((resolve) => setTimeout(resolve))

function setUp() {
  const shown: string[] = []
  const requests: { readonly question: string; readonly answer: (value: string | null) => void }[] = []
  const readInTurn = createReadInTurn<string>((value) => shown.push(value))
  const ask = (question: string): void => readInTurn(() => new Promise((answer) => requests.push({ question, answer })))
  const answer = async (value: string | null): Promise<void> => {
    requests.at(-1)?.answer(value)
    await settle()
  }
  return { shown, requests, ask, answer }
}

test('shows each result of reads that are requested faster than they finish, and queues only the last one', async () => {
  const { shown, requests, ask, answer } = setUp()
  ask('1')
  for (const question of ['2', '3', '4']) ask(question)
  expect(requests).toHaveLength(1)
  await answer('one')
  expect(requests.map(({ question }) => question)).toEqual(['1', '4'])
  await answer('four')
  expect(shown).toEqual(['one', 'four'])
  ask('5')
  await answer('five')
  expect([requests.length, shown.length]).toEqual([3, 3])
})

test('keeps the earlier result after a failed read', async () => {
  const { shown, ask, answer } = setUp()
  ask('1')
  await answer('one')
  ask('2')
  await answer(null)
  expect(shown).toEqual(['one'])
})

/** A history of batches 250 to 1 that counts its reads. */
function history() {
  const requests: (number | null)[] = []
  const listBatches = async ({ before, limit }: { before: number | null; limit: number }) => {
    requests.push(before)
    const first = (before ?? 251) - 1
    const count = Math.min(limit, first)
    const rows = Array.from({ length: count }, (_, index) => receipt({ batch: first - index }))
    return succeed({ rows, hasMore: first > count })
  }
  const read = (needed: number, opened: number | null) => readBatches({ listBatches, needed, opened, perPage: 100 })
  return { read, requests }
}

describe('the history', () => {
  it('is read as far as needed', async () => {
    const { read, requests } = history()
    expect(await read(100, null)).toMatchObject({ value: { hasMore: true, rows: { length: 100 } } })
    expect(requests).toEqual([null])
    expect(await read(300, null)).toMatchObject({ value: { hasMore: false, rows: { length: 250 } } })
  })

  it('is read up to an expanded batch', async () => {
    const { read, requests } = history()
    const answer = await read(100, 120)
    expect(answer.ok && answer.value.rows.some(({ batch }) => batch === 120)).toBe(true)
    expect(requests).toEqual([null, 151])
  })

  it('returns why it cannot be read', async () => {
    const listBatches = async () => ({ ok: false, failure: { code: 'internal' } }) as const
    const answer = await readBatches({ listBatches, needed: 1, opened: null, perPage: 100 })
    expect(answer).toEqual({ ok: false, failure: { code: 'internal' } })
  })
})
