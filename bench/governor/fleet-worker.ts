/** Measures the fleets in a worker while the main thread measures the hosts. */
import { parentPort, workerData } from 'node:worker_threads'
import { type FleetTrial, measureFleet } from './fleet.ts'

for (const trial of workerData as readonly FleetTrial[]) parentPort?.postMessage(await measureFleet(trial))
