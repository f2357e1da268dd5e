import { afterEach, describe, expect, it, test } from 'vitest'
import { imageRow } from '../../../../test/helpers/image-samples.ts'
import { receipt } from '../../../../test/helpers/status-samples.ts'
import { fail, succeed } from '../../../shared/failure.ts'
import type { ImageRow } from '../../../shared/image.ts'
import type { RecordTarget, TargetSummary } from '../../../shared/query.ts'
import type { Chosen } from '../selection/targets.ts'
import {
  confirmDelete,
  createDeleteCommand,
  type DeleteDone,
  type DeletePorts,
  type DeleteQuestion,
  isTypedNumber,
  canBecomeNumber,
  TYPE_NUMBER_ABOVE,
  useDeleteQuestion
} from './delete.ts'

const records = (...numbers: number[]): RecordTarget => ({ kind: 'records', numbers: Uint32Array.from(numbers) })
const frozenTarget: RecordTarget = {
  kind: 'selection',
  selection: 4,
  plus: new Uint32Array(0),
  except: new Uint32Array(0)
}
const chosenOf = (target: RecordTarget, isFrozen = false): Chosen => ({
  target,
  size: target.kind === 'records' ? target.numbers.length : 3,
  isFrozen,
  listed: () => records(7, 8, 9)
})
const row = (part: Partial<ImageRow>) => imageRow({ record: 5, favorite: false, prompt: 'A harbour at night', ...part })
const summary = (size: number): TargetSummary => ({
  size,
  favorites: 12,
  notFavorites: size - 12,
  waiting: 0,
  needsAttention: 0,
  outOfView: 0,
  resolutions: [],
  styles: 1,
  names: ['a', 'b', 'c'],
  sample: []
})

interface Setup {
  readonly chosen: Chosen | null
  readonly row?: ImageRow
  readonly answer?: boolean
  readonly size?: number
}

/** The command over a library that forgets frozen sets; records questions, deletions and messages. */
function harness({ chosen, row: shown, answer = true, size = 37 }: Setup, part: Partial<DeletePorts> = {}) {
  const events = {
    questions: [] as DeleteQuestion[],
    deleted: [] as RecordTarget[],
    done: [] as DeleteDone[],
    refused: [] as string[],
    failures: [] as string[]
  }
  const command = createDeleteCommand({
    chosen: async () => chosen,
    shownRow: () => shown,
    describe: async (target) => (target.kind === 'selection' ? fail('unknown-selection') : succeed(summary(size))),
    ask: async (question) => {
      events.questions.push(question)
      return answer
    },
    deleteImages: async ({ target }) => {
      events.deleted.push(target)
      if (target.kind === 'selection') return fail('unknown-selection')
      return succeed({ batch: receipt({ verb: 'delete', size: target.numbers.length }), changed: target.numbers })
    },
    onDone: (done) => events.done.push(done),
    onRefused: (why) => events.refused.push(why),
    onFailure: ({ code }) => events.failures.push(code),
    ...part
  })
  return { command, events }
}

describe('one image', () => {
  test('is deleted at once, without a question', async () => {
    const { command, events } = harness({ chosen: chosenOf(records(5)), row: row({}) })
    await command()
    expect(events.questions).toEqual([])
    expect(events.deleted).toEqual([records(5)])
    expect(events.done).toMatchObject([{ name: 'Neon harbour', isDraft: false, changed: Uint32Array.of(5) }])
  })

  test.each(['create-waiting', 'create-refused'] as const)('%s: asks about a draft with a prompt', async (stage) => {
    const { command, events } = harness({ chosen: chosenOf(records(5)), row: row({ stage }), answer: false })
    await command()
    expect(events.questions).toEqual([{ kind: 'draft', name: 'Neon harbour' }])
    expect(events.deleted).toEqual([])
  })

  test('discards a draft without a prompt', async () => {
    const { command, events } = harness({
      chosen: chosenOf(records(5)),
      row: row({ stage: 'create-waiting', prompt: ' ' })
    })
    await command()
    expect(events.questions).toEqual([])
    expect(events.done).toMatchObject([{ isDraft: true }])
  })

  test.each([
    ['create-sending', 'being-sent'],
    ['create-checking', 'being-sent'],
    ['delete-waiting', 'being-deleted']
  ] as const)('%s cannot be deleted now', async (stage, why) => {
    const { command, events } = harness({ chosen: chosenOf(records(5)), row: row({ stage }) })
    await command()
    expect(events.refused).toEqual([why])
    expect(events.deleted).toEqual([])
  })
})

describe('several images', () => {
  test('are described in a question, and stay if the answer is no', async () => {
    const { command, events } = harness({ chosen: chosenOf(records(1, 2, 3)), answer: false })
    await command()
    expect(events.questions).toEqual([{ kind: 'images', summary: summary(37), mustType: false }])
    expect(events.deleted).toEqual([])
  })

  test('are deleted if the answer is yes', async () => {
    const { command, events } = harness({ chosen: chosenOf(records(1, 2, 3)) })
    await command()
    expect(events.deleted).toEqual([records(1, 2, 3)])
    expect(events.done).toMatchObject([{ name: null, isDraft: false }])
  })

  test.each([
    ['two', 2, false, false],
    ['five hundred', TYPE_NUMBER_ABOVE, false, false],
    ['more than five hundred', TYPE_NUMBER_ABOVE + 1, false, true],
    ['everything that matches, however few', 2, true, true]
  ])('%s: must the number be typed?', async (_case, size, isFrozen, mustType) => {
    const { command, events } = harness({ chosen: chosenOf(records(1, 2), isFrozen), size })
    await command()
    expect(events.questions).toMatchObject([{ mustType }])
  })

  test('are listed record by record in question and command if the engine has forgotten the set', async () => {
    const { command, events } = harness({ chosen: chosenOf(frozenTarget, true) })
    await command()
    expect(events.deleted).toEqual([frozenTarget, records(7, 8, 9)])
    expect(events.done).toHaveLength(1)
  })
})

test('deletes nothing without a target', async () => {
  const { command, events } = harness({ chosen: null })
  await command()
  expect([events.questions, events.deleted]).toEqual([[], []])
})

test('reports a failure, and no deletion', async () => {
  const { command, events } = harness(
    { chosen: chosenOf(records(5)), row: row({}) },
    { deleteImages: async () => fail('disk-full') }
  )
  await command()
  expect(events.failures).toEqual(['disk-full'])
  expect(events.done).toEqual([])
})

afterEach(() => useDeleteQuestion.setState({ asked: null }))

describe('the typed number', () => {
  it.each([
    ['1204', 1204, true],
    [' 1,204 ', 1204, true],
    ['1 204', 1204, true],
    ['1.204', 1204, true],
    ['1’204', 1204, true],
    ['1205', 1204, false],
    ['120', 1204, false],
    ['', 0, false],
    ['1204x', 1204, false],
    ['-1204', 1204, false],
    ['1e3', 1000, false]
  ])('%j for %i', (typed, size, expected) => {
    expect(isTypedNumber(typed, size)).toBe(expected)
  })

  it.each([
    ['', true],
    ['1', true],
    ['1,', true],
    ['1,20', true],
    ['1 204', true],
    ['2', false],
    ['1,3', false],
    ['1204x', false],
    ['12041', false]
  ])('%j can become 1204: %s', (typed, expected) => {
    expect(canBecomeNumber(typed, 1204)).toBe(expected)
  })
})

describe('a question', () => {
  it('closes with its answer', async () => {
    const asked = confirmDelete({ kind: 'draft', name: 'a' })
    useDeleteQuestion.getState().asked?.answer(true)
    expect(await asked).toBe(true)
    expect(useDeleteQuestion.getState().asked).toBeNull()
  })

  it('is answered with no by a second one', async () => {
    const first = confirmDelete({ kind: 'draft', name: 'a' })
    const second = confirmDelete({ kind: 'draft', name: 'b' })
    expect(await first).toBe(false)
    expect(useDeleteQuestion.getState().asked?.question).toEqual({ kind: 'draft', name: 'b' })
    useDeleteQuestion.getState().asked?.answer(true)
    expect(await second).toBe(true)
  })
})
