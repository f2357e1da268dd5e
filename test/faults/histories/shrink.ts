/** Shortens a failing history to fewer steps and a simpler service, as long as the same invariant is broken. */
import type { HistoryPlan, Step, World } from './plan.ts'

/** Whether the plan still fails in the same way. */
export type StillFails = (plan: HistoryPlan) => Promise<boolean>

/**
 * Applies delta debugging to the steps, then to the unusual properties of the world. Ends at a plan from which no
 * single part can be removed.
 */
export async function shrink(plan: HistoryPlan, stillFails: StillFails): Promise<HistoryPlan> {
  const fewer = await shrinkSteps(plan, stillFails)
  const plainer = await shrinkWorld(fewer, stillFails)
  return shrinkSteps(plainer, stillFails)
}

/** Removes chunks, large ones first, until no step can be removed. */
async function shrinkSteps(plan: HistoryPlan, stillFails: StillFails): Promise<HistoryPlan> {
  let { steps } = plan
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < steps.length;) {
      const left = [...steps.slice(0, from), ...steps.slice(from + size)]
      if (await stillFails({ ...plan, steps: left })) steps = left
      else from += size
    }
  }
  return shrinkWaits({ ...plan, steps }, stillFails)
}

/** Removes delays that do not matter. */
async function shrinkWaits(plan: HistoryPlan, stillFails: StillFails): Promise<HistoryPlan> {
  let { steps } = plan
  for (const at of steps.keys()) {
    const left = steps.map((step: Step, place) => (place === at ? { ...step, afterMs: 0 } : step))
    if (steps[at]?.afterMs !== 0 && (await stillFails({ ...plan, steps: left }))) steps = left
  }
  return { ...plan, steps }
}

async function shrinkWorld(plan: HistoryPlan, stillFails: StillFails): Promise<HistoryPlan> {
  let { world } = plan
  for (const simpler of simplerWorlds(world)) {
    const tried = { ...world, ...simpler(world) }
    if (await stillFails({ ...plan, world: tried })) world = tried
  }
  return { ...plan, world }
}

/** Each function simplifies one property. */
function simplerWorlds({ switches }: World): readonly ((world: World) => Partial<World>)[] {
  const without = Object.keys(switches).map((name) => (world: World) => ({
    switches: Object.fromEntries(Object.entries(world.switches).filter(([key]) => key !== name))
  }))
  return [
    () => ({ dialect: 'standard' }),
    ...without,
    () => ({ images: 8 }),
    () => ({ projects: 3 }),
    () => ({ perMinute: 0 }),
    () => ({ storeDelayMs: 0 }),
    () => ({ latencyMs: 2 }),
    () => ({ resends: false }),
    () => ({ lies: false })
  ]
}
