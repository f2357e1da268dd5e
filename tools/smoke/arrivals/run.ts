/** Counts the arrivals of requests that a shell sends once. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { startReferenceService, type RunningService } from '../../../src/reference-service/server.ts'
import {
  countArrivals,
  type CountedRow,
  DONE_LINE,
  isArrivalOf,
  TASK_VARIABLE,
  type Order,
  type OrderKind
} from './orders.ts'
import { startCountingServer } from './server.ts'

const PROGRAM = join(import.meta.dirname, 'program.ts')
const KEY = 'sk-smoke-arrivals-2c8d71f0'
const OF_EACH = 3
const LIMIT_MS = 120_000

export interface ShellProgram {
  readonly binary: string
  /** Additional environment. */
  readonly env: NodeJS.ProcessEnv
}

/** Rejects with the program's output if it could not send all requests. */
export async function runArrivals(shell: ShellProgram): Promise<readonly CountedRow[]> {
  const keys = { imagesKey: KEY, projectsKey: KEY }
  const service = await startReferenceService({ images: 60, projects: 12, perMinute: 0, ...keys })
  const orders = planOrders(service)
  const lost = orders.filter(({ isLost }) => isLost)
  const server = await startCountingServer({
    service: service.url,
    isLost: (arrival) => lost.some((order) => isArrivalOf(arrival, order))
  })
  const folder = mkdtempSync(join(tmpdir(), 'proofsheet-arrivals-'))
  try {
    await buildProgram(folder)
    await send(shell, folder, JSON.stringify({ address: server.address, key: KEY, orders }))
    return countArrivals(orders, server.arrivals)
  } finally {
    await Promise.all([server.close(), service.close()])
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

/** Begins with reads, so that each session has used sockets. */
function planOrders({ truth }: RunningService): readonly Order[] {
  const images = [...truth.images.keys()].map(String)
  const projects = [...truth.projects.keys()].map(String)
  const some = (kind: OrderKind, labels: readonly string[], isLost = false): Order[] =>
    labels.slice(0, OF_EACH).map((label) => ({ kind, label, isLost }))
  const named = (name: string): string[] => Array.from({ length: OF_EACH }, (_one, index) => `${name} ${index + 1}`)
  return [
    ...some('read', ['1', '2', '3']),
    ...some('star', images),
    ...some('create', named('Ordered once')),
    ...some('delete-project', projects),
    ...some('create', named('Ordered once and lost'), true),
    ...some('delete-project', projects.slice(OF_EACH), true),
    ...some('create-without-care', named('Ordered without care'))
  ]
}

/** Builds the program as one file that a shell can start. */
async function buildProgram(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: PROGRAM,
      outDir: join(folder, 'main'),
      emptyOutDir: false,
      rolldownOptions: { external: ['electron'] }
    }
  })
  const described = { name: 'proofsheet-arrivals', version: '1.0.0', type: 'module', main: './main/program.js' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(described))
}

async function send({ binary, env }: ShellProgram, folder: string, task: string): Promise<void> {
  // Root cannot use the sandbox.
  const flags = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const profile = `--user-data-dir=${join(folder, 'profile')}`
  const child = spawn(binary, [...flags, folder, profile], {
    env: { ...process.env, ...env, [TASK_VARIABLE]: task },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => said.push(part))
  const limit = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
  const [code] = await once(child, 'exit')
  clearTimeout(limit)
  const output = said.join('')
  if (code !== 0 || !output.includes(DONE_LINE))
    throw new Error(`The counting program ended with ${String(code)}:\n${output}`)
}
