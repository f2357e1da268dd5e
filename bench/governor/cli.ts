/**
 * Proves the governor on virtual time: thirteen kinds of service, six policies, and a fleet after an outage.
 *   npm run governor -- --updates 10000 --installations 10000 --seed 1
 * Exit 1 when a goal is missed.
 */
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { atLeastOne, wordsOrExit } from '../../drivers/command-line.ts'
import type { FleetFigures, FleetTrial } from './fleet.ts'
import { type Miss, fleetMissesOf, missesOf } from './goals.ts'
import { HOSTS } from './host-specs.ts'
import { measure } from './measure.ts'
import { OURS, POLICIES } from './policies.ts'
import { fleetHead, fleetRow, hostHead, hostRow } from './table.ts'

interface Options {
  readonly updates: number
  readonly installations: number
  readonly seed: number
}

const HELP = `npm run governor         thirteen kinds of service, six policies, and a fleet after an outage, in virtual time
  --updates N        updates that are sent to each service (10000)
  --installations N  how many come back after an outage (10000)
  --seed S           same seed, same figures (1)

Exit code 1: a goal is missed.`

function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      updates: { type: 'string', default: '10000' },
      installations: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false }
    }
  })
  if (values.help) return null
  const number = (name: 'updates' | 'installations' | 'seed'): number => atLeastOne(name, values[name])
  return { updates: number('updates'), installations: number('installations'), seed: number('seed') }
}

async function tryHosts({ updates, seed }: Options): Promise<Miss[]> {
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

function fleetTrials({ installations, seed }: Options): FleetTrial[] {
  const ours = (['silent', 'date', 'seconds'] as const).map((outage) => ({ policy: 'governor', outage }) as const)
  // What the naive one is told changes nothing of what it does.
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

function tellFleets(figures: readonly FleetFigures[]): Miss[] {
  console.log(`\n${[fleetHead(), ...figures.map(fleetRow)].join('\n')}`)
  return figures.filter(({ policy }) => policy === 'governor').flatMap(fleetMissesOf)
}

async function run(options: Options): Promise<number> {
  const { updates, installations, seed } = options
  console.log(
    `Virtual time. ${updates} updates (three times as many at 30/s), ${installations} installations, seed ${seed}.`
  )
  const fleets = measureFleets(fleetTrials(options))
  const misses = [...(await tryHosts(options)), ...tellFleets(await fleets)]
  const text = misses.length === 1 ? '1 goal is missed' : `${misses.length} goals are missed`
  console.log(
    misses.length === 0
      ? `\nEvery goal is reached on ${HOSTS.length} kinds of service and by the fleet after 3 kinds of outage.`
      : `\n${misses.join('\n')}\n${text}.`
  )
  return misses.length === 0 ? 0 : 1
}

process.exitCode = await run(wordsOrExit({ command: 'npm run governor', help: HELP, read: readOptions }))
