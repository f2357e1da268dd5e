import { describe, expect, test } from 'vitest'
import { receipt } from '../../../../test/helpers/status-samples.ts'
import { fail, type Failure, succeed } from '../../../shared/failure.ts'
import type { RecordTarget } from '../../../shared/query.ts'
import type { Chosen } from '../selection/targets.ts'
import { createFavoriteCommands, type FavoriteCommands, type FavoriteOutcome, type FavoritePorts } from './favorite.ts'

/** Ports over a library of favorites; records requests and outcomes. */
function harness(target: RecordTarget | null, favorites: number[] = []) {
  const requests: { target: RecordTarget; favorite: boolean }[] = []
  const outcomes: (FavoriteOutcome | Failure | Uint32Array)[] = []
  const ports: FavoritePorts = {
    setFavorite: async (args) => {
      requests.push(args)
      if (args.target.kind === 'selection') return fail('unknown-selection')
      const changed = args.target.numbers.filter((record) => favorites.includes(record) !== args.favorite)
      return succeed({ batch: receipt({ batch: 1, size: args.target.numbers.length }), changed })
    },
    chosen: async (on) => (on === undefined ? target && chosenOf(target) : chosenOf(records(on))),
    shownFavorite: (record) => favorites.includes(record),
    reread: async (changed) => void outcomes.push(changed),
    onDone: (outcome) => void outcomes.push(outcome),
    onFailure: (failure) => void outcomes.push(failure)
  }
  return { commands: createFavoriteCommands(ports), requests, outcomes, ports }
}

/** The target; a frozen set lists 7, 8 and 9. */
const chosenOf = (target: RecordTarget): Chosen => ({
  target,
  size: target.kind === 'records' ? target.numbers.length : 3,
  isFrozen: target.kind === 'selection',
  listed: () => (target.kind === 'records' ? target : records(7, 8, 9))
})

const records = (...numbers: number[]): RecordTarget => ({ kind: 'records', numbers: Uint32Array.from(numbers) })

describe('adding', () => {
  test('sets a value for several and never removes one', async () => {
    const { commands, requests, outcomes } = harness(records(1, 2, 3), [1, 2, 3])
    await commands.add()
    expect(requests).toEqual([{ target: records(1, 2, 3), favorite: true }])
    expect(outcomes).toMatchObject([new Uint32Array(0), { favorite: true, size: 3, changed: 0 }])
  })

  test.each([
    ['a favorite takes it back', [5], false],
    ['another sets it', [], true]
  ])('exactly one, %s', async (_name, favorites, favorite) => {
    const { commands, requests } = harness(records(5), favorites)
    await commands.add()
    expect(requests).toEqual([{ target: records(5), favorite }])
  })

  test('requests nothing without a target', async () => {
    const { commands, requests } = harness(null)
    await commands.add()
    await commands.set(false)
    expect(requests).toEqual([])
  })

  test('shows the rows before it reports that it is done', async () => {
    const { commands, outcomes } = harness(records(1, 2, 3), [2])
    await commands.add()
    expect(outcomes).toMatchObject([Uint32Array.of(1, 3), { favorite: true, size: 3, changed: 2, batch: { batch: 1 } }])
  })

  test('lists a set the engine has forgotten', async () => {
    const { commands, requests } = harness({
      kind: 'selection',
      selection: 4,
      plus: new Uint32Array(0),
      except: new Uint32Array(0)
    })
    await commands.add()
    expect(requests.map(({ target }) => target.kind)).toEqual(['selection', 'records'])
    expect(requests[1]?.target).toEqual(records(7, 8, 9))
  })
})

test('removes the target from Favorites', async () => {
  const { commands, requests } = harness(records(5))
  await commands.set(false)
  expect(requests).toEqual([{ target: records(5), favorite: false }])
})

test('toggles the star of one tile, whatever is selected', async () => {
  const { commands, requests } = harness(records(1, 2))
  await commands.toggle(77, false)
  expect(requests).toEqual([{ target: records(77), favorite: true }])
})

describe('a press before the answer to the previous one', () => {
  /** The answers come after all requests. */
  async function pressed(target: RecordTarget, press: (commands: FavoriteCommands) => readonly Promise<void>[]) {
    const { ports, requests } = harness(target)
    const gate = Promise.withResolvers<void>()
    const presses = { left: 0 }
    const setFavorite: FavoritePorts['setFavorite'] = async (args) => {
      const answer = ports.setFavorite(args)
      presses.left -= 1
      if (presses.left === 0) gate.resolve()
      await gate.promise
      return answer
    }
    const done = press(createFavoriteCommands({ ...ports, setFavorite }))
    presses.left = done.length
    await Promise.all(done)
    return requests.map(({ favorite }) => favorite)
  }

  test('reverses it, for any number of presses', async () => {
    const states = await pressed(records(5), ({ add }) => [1, 2, 3, 4, 5].map(() => add()))
    expect(states).toEqual([true, false, true, false, true])
  })

  test('on one of several that were just set reverses that one', async () => {
    const states = await pressed(records(1, 2, 3), ({ add, toggle }) => [add(), toggle(2, false), toggle(9, false)])
    expect(states).toEqual([true, false, true])
  })

  test('on a frozen set knows its members', async () => {
    const selection = { kind: 'selection', selection: 4, plus: new Uint32Array(0), except: new Uint32Array(0) } as const
    const states = await pressed(selection, ({ add, toggle }) => [add(), toggle(8, false), toggle(9, true)])
    expect(states.slice(0, 3)).toEqual([true, false, false])
  })
})

test('acts on what is shown after the answer', async () => {
  const { commands, requests } = harness(records(5))
  await commands.add()
  await commands.add()
  expect(requests.map(({ favorite }) => favorite)).toEqual([true, true])
})

test('reports a failure and reads nothing again', async () => {
  const { ports, outcomes } = harness(records(1))
  const commands = createFavoriteCommands({ ...ports, setFavorite: async () => fail('disk-full') })
  await commands.add()
  expect(outcomes).toEqual([{ code: 'disk-full' }])
})
