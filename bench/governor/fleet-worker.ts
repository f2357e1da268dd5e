/** Measures fleets on a core of its own, while the other tries the hosts. */
import { parentPort, workerData } from 'node:worker_threads'
import { type FleetTrial, measureFleet } from './fleet.ts'

for (const trial of workerData as readonly FleetTrial[]) parentPort?.postMessage(await measureFleet(trial))
