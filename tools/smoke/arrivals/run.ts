/** Counts the arrivals of requests that a shell sends once. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'vite'
import { startReferenceService, type RunningService } from '../../../src/reference-service/server.ts'
import {
  countArrivals,
  type CountedRow,
  DONE_LINE,
  isArrivalOf,
  TASK_VARIABLE,
  type Order,
  type OrderKind,
  type Arrival
} from './orders.ts'

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

interface CountingServer {
  readonly address: string
  readonly arrivals: readonly Arrival[]
  readonly close: () => Promise<void>
}

interface CountingParts {
  /** Address of the service. */
  readonly service: string
  /** Whether to drop the response to a request on any socket. */
  readonly isLost: (arrival: Arrival) => boolean
}

/** Chromium keeps sockets for minutes, and the server must not close them first. */
const KEEP_ALIVE_MS = 300_000

async function startCountingServer(parts: CountingParts): Promise<CountingServer> {
  const arrivals: Arrival[] = []
  const served = new WeakSet<Socket>()
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    void take(request, response)
  })
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', socket } = request
    const body = await text(request)
    const arrival = { method, path: url, form: new URLSearchParams(body) }
    arrivals.push(arrival)
    if (served.has(socket) || parts.isLost(arrival)) return void socket.destroy()
    served.add(socket)
    await passOn(`${parts.service}${url}`, request, { body, response })
  }
  return { address: await listen(server), arrivals, close: () => close(server) }
}

async function passOn(
  url: string,
  { method = '', headers }: IncomingMessage,
  { body, response }: { body: string; response: ServerResponse }
): Promise<void> {
  const { authorization = '', 'content-type': type = 'application/json' } = headers
  const answer = await fetch(url, {
    method,
    headers: { authorization, 'content-type': type, accept: 'application/json' },
    ...(body === '' ? {} : { body })
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' }).end(bytes)
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The address of a listening TCP server is never a string or `null`.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function close(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
