import { describe, expect, it, test } from 'vitest'
import { receipt } from '../../../test/helpers/status-samples.ts'
import { succeed } from '../../shared/failure.ts'
import { createReadInTurn, readBatches } from './read-in-turn.ts'

const settle = () => new Promise<void>((resolve) => setTimeout(resolve))

function world() {
  const shown: string[] = []
  const asked: { readonly question: string; readonly answer: (value: string | null) => void }[] = []
  const readInTurn = createReadInTurn<string>((value) => shown.push(value))
  const ask = (question: string): void => readInTurn(() => new Promise((answer) => asked.push({ question, answer })))
  const answer = async (value: string | null): Promise<void> => {
    asked.at(-1)?.answer(value)
    await settle()
  }
  return { shown, asked, ask, answer }
}

test('shows each result of reads that are requested faster than they finish, and queues only the last one', async () => {
  const { shown, asked, ask, answer } = world()
  ask('1')
  for (const question of ['2', '3', '4']) ask(question)
  expect(asked).toHaveLength(1)
  await answer('one')
  expect(asked.map(({ question }) => question)).toEqual(['1', '4'])
  await answer('four')
  expect(shown).toEqual(['one', 'four'])
  ask('5')
  await answer('five')
  expect([asked.length, shown.length]).toEqual([3, 3])
})

test('keeps the earlier result after a failed read', async () => {
  const { shown, ask, answer } = world()
  ask('1')
  await answer('one')
  ask('2')
  await answer(null)
  expect(shown).toEqual(['one'])
})

/** A history of batches 250 to 1 that counts its reads. */
function history() {
  const asked: (number | null)[] = []
  const listBatches = async ({ before, limit }: { before: number | null; limit: number }) => {
    asked.push(before)
    const first = (before ?? 251) - 1
    const count = Math.min(limit, first)
    const rows = Array.from({ length: count }, (_, index) => receipt({ batch: first - index }))
    return succeed({ rows, hasMore: first > count })
  }
  const read = (wanted: number, opened: number | null) => readBatches({ listBatches, wanted, opened, perPage: 100 })
  return { read, asked }
}

describe('the history', () => {
  it('is read as far as needed', async () => {
    const { read, asked } = history()
    expect(await read(100, null)).toMatchObject({ value: { hasMore: true, rows: { length: 100 } } })
    expect(asked).toEqual([null])
    expect(await read(300, null)).toMatchObject({ value: { hasMore: false, rows: { length: 250 } } })
  })

  it('is read up to an expanded batch', async () => {
    const { read, asked } = history()
    const answer = await read(100, 120)
    expect(answer.ok && answer.value.rows.some(({ batch }) => batch === 120)).toBe(true)
    expect(asked).toEqual([null, 151])
  })

  it('returns why it cannot be read', async () => {
    const listBatches = async () => ({ ok: false, failure: { code: 'internal' } }) as const
    const answer = await readBatches({ listBatches, wanted: 1, opened: null, perPage: 100 })
    expect(answer).toEqual({ ok: false, failure: { code: 'internal' } })
  })
})
