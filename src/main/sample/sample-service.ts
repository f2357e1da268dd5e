/**
 * The service of the sample library: the reference service's own handlers, called in this process. No port, no
 * network, no key. What it changes is journaled before it is done, so that it is still so after a restart.
 */
import { rm } from 'node:fs/promises'
import { succeed, type Result } from '../../shared/failure.ts'
import { createTurns } from '../../shared/in-turn.ts'
import { contentTypeOf, type SendAnswer, type SendFailure, type SendRequest } from '../../shared/send.ts'
import { chanceAt } from '../../reference-service/chance.ts'
import type { ServiceRequest } from '../../reference-service/exchange.ts'
import { ReferenceService } from '../../reference-service/reference-service.ts'
import { systemClock } from '../../reference-service/service-options.ts'
import { diskFailure } from '../disk/disk-failure.ts'
import { appendChange, beginJournal, readJournal, type SampleChange, type SampleJournal } from './sample-journal.ts'

export interface SampleServiceParts {
  /** The journal, in the profile. */
  readonly file: string
  /** The one address it answers under, without a trailing slash. */
  readonly address: string
  /** How long a create takes, ms; left out, as long as a person believes of a picture being made. */
  readonly storeDelayMs?: number
}

export interface SampleService {
  /** Makes it, or takes up what the journal holds; does nothing when it runs. Failures: `disk-full`, `disk-read-only`. */
  start(): Promise<Result<null>>
  /** Ends it and removes the journal. */
  remove(): Promise<void>
  isRunning(): boolean
  /** Whether this request is meant for the sample: it runs, and the address is its own. */
  isFor(request: SendRequest): boolean
  /** Never rejects. */
  send(request: SendRequest): Promise<SendAnswer>
}

const SEED = 7
const IMAGES = 600
const PROJECTS = 12
const STORE_DELAY_MS = 4_000
/** Plays so many changes before it lets the window have a turn. */
const REPLAYED_AT_ONCE = 100
/** The witness of tests is of no use here, and must not grow for as long as the app runs. */
const MAX_LOGGED = 500

interface Running {
  readonly service: ReferenceService
}

export function createSampleService(parts: SampleServiceParts): SampleService {
  const state: { running: Running | null } = { running: null }
  const writeInTurn = createTurns()

  const handle = async ({ service }: Running, request: SendRequest): Promise<SendAnswer> => {
    if (request.method !== 'GET') {
      const written = await writeInTurn(() => writeDown(parts.file, request))
      if (!written.ok) return lost(request, written.failure.code)
    }
    return answerOf(service, request)
  }

  return {
    start: async () => {
      if (state.running !== null) return succeed(null)
      try {
        state.running = { service: await takeUp(parts) }
        return succeed(null)
      } catch (error) {
        return diskFailure(error)
      }
    },
    remove: async () => {
      state.running = null
      await rm(parts.file, { force: true })
    },
    isRunning: () => state.running !== null,
    isFor: ({ slot, url }) =>
      state.running !== null && (slot === 'images' || slot === 'projects') && url.startsWith(`${parts.address}/`),
    send: async (request) => {
      const { running } = state
      if (running === null) return lost(request, 'connection-refused')
      return handle(running, request)
    }
  }
}

async function takeUp({ file, storeDelayMs = STORE_DELAY_MS }: SampleServiceParts): Promise<ReferenceService> {
  const known = await readJournal(file)
  const journal = known ?? { madeAt: Date.now(), changes: [] }
  if (known === null) await beginJournal(file, journal.madeAt)
  return replay(journal, storeDelayMs)
}

/** Nothing here depends on chance or on the hour: the same journal makes the same service. */
async function replay({ madeAt, changes }: SampleJournal, storeDelayMs: number): Promise<ReferenceService> {
  const clock: { at: number | null } = { at: madeAt }
  const draws = { count: 0 }
  const service = new ReferenceService({
    images: IMAGES,
    projects: PROJECTS,
    seed: SEED,
    perMinute: 0,
    listDescriptions: true,
    random: () => chanceAt(SEED, draws.count++, 1),
    clock: { ...systemClock, now: () => clock.at ?? Date.now() }
  })
  for (const [index, change] of changes.entries()) {
    clock.at = change.at
    await service.handle(requestOf(service, { ...change, query: '', host: '' }))
    if (index % REPLAYED_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  clock.at = null
  service.log.clear()
  service.change({ storeDelayMs })
  return service
}

async function answerOf(service: ReferenceService, request: SendRequest): Promise<SendAnswer> {
  const { host, pathname, search } = new URL(request.url)
  const { method, form } = request
  const call = { method, path: pathname, query: search.slice(1), form: form ?? '', host }
  const reply = await service.handle(requestOf(service, call))
  if (service.log.entries.length > MAX_LOGGED) service.log.clear()
  if (reply.kind !== 'answer') return lost(request, 'connection-lost')
  const { status, headers, body } = reply.answer
  return { kind: 'answer', status, headers, body, url: request.url }
}

interface Call extends Omit<SampleChange, 'at'> {
  readonly query: string
  readonly host: string
}

function requestOf({ settings }: ReferenceService, { method, path, query, form, host }: Call): ServiceRequest {
  const key = path.startsWith('/api/v1/projects') ? settings.projectsKey : settings.imagesKey
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${key}`,
    'content-type': contentTypeOf(form),
    host
  }
  return { scheme: 'https', method, path, query, headers, body: form, address: 'sample' }
}

/** Before it is done: a kill in between does it at the next start, where its look-up finds it. */
async function writeDown(file: string, { url, method, form }: SendRequest): Promise<Result<null>> {
  try {
    await appendChange(file, { at: Date.now(), method, path: new URL(url).pathname, form: form ?? '' })
    return succeed(null)
  } catch (error) {
    return diskFailure(error)
  }
}

/** Nothing reached the service but where the connection was lost. */
function lost({ url }: SendRequest, code: SendFailure['code']): SendFailure {
  return {
    kind: 'failed',
    code,
    wasSent: code === 'connection-lost',
    host: new URL(url).host,
    location: null,
    detail: ''
  }
}
