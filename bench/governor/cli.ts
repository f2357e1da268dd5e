/** `npm run governor`. */
import { Worker } from 'node:worker_threads'
import { AT_LEAST_ONE, number, runCommand } from '../../drivers/command-line.ts'
import type { FleetFigures, FleetTrial } from './fleet.ts'
import { type Miss, fleetMissesOf, missesOf, fleetHead, fleetRow, hostHead, hostRow } from './goals.ts'
import { HOSTS } from './host-specs.ts'
import { measure } from './measure.ts'
import { OURS, POLICIES } from './policies.ts'

async function measureHosts(updates: number, seed: number): Promise<Miss[]> {
  console.log(`\n${hostHead()}`)
  const misses: Miss[] = []
  for (const spec of HOSTS) {
    for (const policy of POLICIES) {
      const figures = await measure({ spec, policy, updates, seed })
      console.log(hostRow(figures))
      if (policy === OURS) misses.push(...missesOf(figures))
    }
  }
  return misses
}

function fleetTrials(installations: number, seed: number): FleetTrial[] {
  const ours = (['silent', 'date', 'seconds'] as const).map((outage) => ({ policy: 'governor', outage }) as const)
  // The kind of outage response does not affect the naive policy, so one outage is enough for it.
  const trials = [...ours, { policy: 'every 5 s', outage: 'silent' } as const]
  return trials.map((trial) => ({ ...trial, installations, seed }))
}

function measureFleets(trials: readonly FleetTrial[]): Promise<FleetFigures[]> {
  return new Promise((resolve, reject) => {
    const figures: FleetFigures[] = []
    const worker = new Worker(new URL('./fleet-worker.ts', import.meta.url), { workerData: trials })
    worker.on('message', (measured: FleetFigures) => figures.push(measured))
    worker.on('error', reject)
    worker.on('exit', () => resolve(figures))
  })
}

function reportFleets(figures: readonly FleetFigures[]): Miss[] {
  console.log(`\n${[fleetHead(), ...figures.map(fleetRow)].join('\n')}`)
  return figures.filter(({ policy }) => policy === 'governor').flatMap(fleetMissesOf)
}

await runCommand(
  {
    name: 'npm run governor',
    about: 'Nineteen kinds of service, six policies, and a fleet after an outage, in virtual time.',
    options: {
      updates: number('updates sent to each service', 10_000, AT_LEAST_ONE),
      installations: number('installations that return after an outage', 10_000, AT_LEAST_ONE),
      seed: number('random seed; the same seed gives the same figures', 1, AT_LEAST_ONE)
    },
    result: 'Exit code 1: a goal is missed.'
  },
  async ({ updates, installations, seed }) => {
    console.log(
      `Virtual time. ${updates} updates (three times as many at 30/s), ${installations} installations, seed ${seed}.`
    )
    const fleets = measureFleets(fleetTrials(installations, seed))
    const misses = [...(await measureHosts(updates, seed)), ...reportFleets(await fleets)]
    const missed = misses.length === 1 ? '1 goal is missed' : `${misses.length} goals are missed`
    console.log(
      misses.length === 0
        ? `\nEvery goal is reached on ${HOSTS.length} kinds of service and by the fleet after 3 kinds of outage.`
        : `\n${misses.join('\n')}\n${missed}.`
    )
    return misses.length === 0 ? 0 : 1
  }
)
