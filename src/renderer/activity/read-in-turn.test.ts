import { expect, test } from 'vitest'
import { createReadInTurn } from './read-in-turn.ts'

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

test('questions that come faster than answers do not pile up, and each answer is shown', async () => {
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

test('what could not be read leaves what is shown', async () => {
  const { shown, ask, answer } = world()
  ask('1')
  await answer('one')
  ask('2')
  await answer(null)
  expect(shown).toEqual(['one'])
})
