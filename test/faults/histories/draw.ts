/** Generates a history from its seed: its service, and its steps. */
import { DIALECT_NAMES } from '../../../src/reference-service/dialects/dialects.ts'
import { SWITCH_NAMES, valuesOf, type ServiceDialect } from '../../../src/reference-service/dialects/switches.ts'
import { Chance } from '../history-chance.ts'
import { ACTS, type Act, type HistoryPlan, type Step, type World } from './plan.ts'

const MINUTE_MS = 60_000
const SEED_END = 2 ** 31
/** Probability that a switch differs from its dialect. */
const SWITCHED = 0.07
const FEWEST_STEPS = 12
const MORE_STEPS = 16

/** Relative frequency of each act. */
const WEIGHTS: Readonly<Record<Act, number>> = {
  star: 6,
  freeze: 1,
  'star-frozen': 1,
  rename: 3,
  delete: 2,
  create: 4,
  'edit-create': 1,
  'delete-project': 1,
  undo: 2,
  stop: 1,
  hold: 1,
  'send-first': 0.5,
  repair: 3,
  pause: 1,
  'ask-again': 1,
  removals: 0.5,
  key: 1,
  elsewhere: 4,
  network: 6,
  'disk-fault': 1.5,
  'disk-full': 0.5,
  kill: 2.5,
  close: 1,
  wake: 1
}
const ALL_WEIGHT = ACTS.reduce((sum, act) => sum + WEIGHTS[act], 0)

/** The same seed gives the same history. */
export function drawHistory(seed: number): HistoryPlan {
  const chance = new Chance(seed * 7_919)
  const world = drawWorld(chance)
  const count = FEWEST_STEPS + chance.below(MORE_STEPS)
  const steps = Array.from({ length: count }, () => drawStep(chance))
  // Most histories start with a network change.
  const begun = chance.hits(0.7)
    ? steps.map((step, at) => (at === 0 ? { ...step, act: 'network' as const } : step))
    : steps
  return { seed, world, steps: begun }
}

function drawWorld(chance: Chance): World {
  return {
    dialect: chance.hits(0.3) ? 'standard' : chance.pick(DIALECT_NAMES),
    switches: drawSwitches(chance),
    images: chance.pick([8, 25, 25, 40, 120]),
    projects: chance.pick([3, 8, 12]),
    perMinute: chance.pick([0, 0, 600, 120]),
    storeDelayMs: chance.pick([0, 0, 20_000, 100_000, 200_000]),
    latencyMs: chance.pick([2, 40, 300]),
    resends: chance.hits(0.5),
    isTrusted: chance.hits(0.6),
    lies: chance.hits(0.15)
  }
}

function drawSwitches(chance: Chance): Partial<ServiceDialect> {
  const changed = SWITCH_NAMES.filter(() => chance.hits(SWITCHED)).map((name) => [name, chance.pick(valuesOf(name))])
  // Each value belongs to its switch.
  return Object.fromEntries(changed) as Partial<ServiceDialect>
}

function drawStep(chance: Chance): Step {
  const act = drawAct(chance.random() * ALL_WEIGHT)
  return { act, seed: chance.below(SEED_END), afterMs: Math.floor(chance.random() ** 3 * MINUTE_MS) }
}

function drawAct(place: number): Act {
  let left = place
  return ACTS.find((act) => (left -= WEIGHTS[act]) < 0) ?? 'star'
}
