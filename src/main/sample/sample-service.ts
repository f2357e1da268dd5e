/**
 * Service of the sample library: calls the handlers of the reference service in this process, without port, network
 * or key. Changes are journaled before they are applied, so that they are kept after a restart.
 */
import { rm, appendFile, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { chanceAt } from '../../reference-service/chance.ts'
import type { ServiceRequest } from '../../reference-service/exchange.ts'
import { PICTURE_PATH } from '../../reference-service/picture-names.ts'
import { ReferenceService } from '../../reference-service/reference-service.ts'
import { readPictureFile } from '../../reference-service/serve-picture.ts'
import { systemClock } from '../../reference-service/service-options.ts'
import { succeed, type Result } from '../../shared/failure.ts'
import { createTurns } from '../../shared/in-turn.ts'
import { contentTypeOf, type SendResponse, type SendFailure, type SendRequest, type Send } from '../../shared/send.ts'
import { diskFailure, parseJson, readText } from '../disk/small-files.ts'
import type { Download, DownloadPicture } from '../pictures/download-picture.ts'

export interface SampleServiceParts {
  /** Path of the journal in the profile. */
  readonly file: string
  /** Only address that it serves, without a trailing slash. */
  readonly address: string
  /** Duration of a create in ms; defaults to a realistic duration for generating an image. */
  readonly storeDelayMs?: number
}

export interface SampleService {
  /**
   * Creates the sample or restores it from the journal; does nothing while it runs. Failures: `disk-full`,
   * `disk-read-only`.
   */
  start(): Promise<Result<null>>
  /** Stops the sample and removes the journal. */
  remove(): Promise<void>
  isRunning(): boolean
  /** Whether the sample runs and this request is for its slots and address. */
  isFor(request: SendRequest): boolean
  /** Never rejects. */
  send(request: SendRequest): Promise<SendResponse>
}

const SEED = 7
const IMAGES = 600
const PROJECTS = 12
const STORE_DELAY_MS = 4_000
/** Number of changes replayed per event-loop turn, so that the window stays responsive. */
const REPLAYED_AT_ONCE = 100
/** Limit of the request log, which only tests use and which must not grow without bound. */
const MAX_LOGGED = 500

interface Running {
  readonly service: ReferenceService
}

export function createSampleService(parts: SampleServiceParts): SampleService {
  const state: { running: Running | null } = { running: null }
  const writeInTurn = createTurns()

  const handle = async ({ service }: Running, request: SendRequest): Promise<SendResponse> => {
    if (request.method !== 'GET') {
      const written = await writeInTurn(() => journalChange(parts.file, request))
      if (!written.ok) return failed(request, written.failure.code)
    }
    return respond(service, request)
  }

  return {
    start: async () => {
      if (state.running !== null) return succeed(null)
      try {
        state.running = { service: await restore(parts) }
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
      if (running === null) return failed(request, 'connection-refused')
      return handle(running, request)
    }
  }
}

async function restore({ file, storeDelayMs = STORE_DELAY_MS }: SampleServiceParts): Promise<ReferenceService> {
  const known = await readJournal(file)
  const journal = known ?? { madeAt: Date.now(), changes: [] }
  if (known === null) await beginJournal(file, journal.madeAt)
  return replay(journal, storeDelayMs)
}

/** Builds a service from a journal, independent of chance and time, so that the same journal gives the same service. */
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

async function respond(service: ReferenceService, request: SendRequest): Promise<SendResponse> {
  const { host, pathname, search } = new URL(request.url)
  const { method, form } = request
  const call = { method, path: pathname, query: search.slice(1), form: form ?? '', host }
  const result = await service.handle(requestOf(service, call))
  if (service.log.entries.length > MAX_LOGGED) service.log.clear()
  if (result.kind !== 'response') return failed(request, 'connection-lost')
  const { status, headers, body } = result.response
  return { kind: 'response', status, headers, body, url: request.url }
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

/** Journals a change before it is applied, so that after a kill the next start applies it and its lookup finds it. */
async function journalChange(file: string, { url, method, form }: SendRequest): Promise<Result<null>> {
  try {
    await appendChange(file, { at: Date.now(), method, path: new URL(url).pathname, form: form ?? '' })
    return succeed(null)
  } catch (error) {
    return diskFailure(error)
  }
}

/** Returns a failure; the request counts as sent only if the connection was lost. */
function failed({ url }: SendRequest, code: SendFailure['code']): SendFailure {
  return {
    kind: 'failed',
    code,
    wasSent: code === 'connection-lost',
    host: new URL(url).host,
    location: null,
    detail: ''
  }
}

/** Reads the picture at an address of the sample from `folder`; missing for any other address. */
export async function readSamplePicture(folder: string, address: string): Promise<Download> {
  const path = URL.canParse(address) ? new URL(address).pathname : ''
  const file = path.startsWith(PICTURE_PATH) ? path.slice(PICTURE_PATH.length) : ''
  const bytes = await readPictureFile(folder, file)
  return bytes === null ? { kind: 'missing', problem: { code: 'bad-address' } } : { kind: 'found', bytes }
}

export interface SampleParts extends SampleServiceParts {
  /** Folder of the picture files. */
  readonly pictures: string
}

export interface Sample extends Pick<ReturnType<typeof createSampleService>, 'start' | 'remove'> {
  /** Routes requests of the sample to its service and passes all others on. */
  readonly wrapSend: (send: Send) => Send
  readonly wrapDownload: (download: DownloadPicture) => DownloadPicture
}

export function startSample({ pictures, ...parts }: SampleParts): Sample {
  const service = createSampleService(parts)
  return {
    start: () => service.start(),
    remove: () => service.remove(),
    wrapSend: (send) => (request) => (service.isFor(request) ? service.send(request) : send(request)),
    wrapDownload: (download) => (address, origin) =>
      service.isRunning() && origin.base === parts.address
        ? readSamplePicture(pictures, address)
        : download(address, origin)
  }
}

// Journals the changes sent to the sample library's service, one line of JSON each, in order. Every start generates
// the items again and replays these requests, so that earlier changes are kept.

const Head = z.strictObject({ version: z.literal(1), madeAt: z.number() })
const Change = z.strictObject({
  /** ms since epoch. */
  at: z.number(),
  method: z.string(),
  /** Path of the URL, percent-encoded as sent. */
  path: z.string(),
  form: z.string()
})

type SampleChange = Readonly<z.infer<typeof Change>>

interface SampleJournal {
  /** Creation time of the sample in ms since epoch, the base of all dates of its items. */
  readonly madeAt: number
  readonly changes: readonly SampleChange[]
}

/**
 * Reads the journal; `null` if it is missing or unreadable, and then a new sample is created. Skips a torn last line.
 */
async function readJournal(file: string): Promise<SampleJournal | null> {
  const [first, ...lines] = ((await readText(file)) ?? '').split('\n').filter((line) => line !== '')
  const head = Head.safeParse(parseJson(first ?? ''))
  if (!head.success) return null
  const changes = lines.flatMap((line) => {
    const change = Change.safeParse(parseJson(line))
    return change.success ? [change.data] : []
  })
  return { madeAt: head.data.madeAt, changes }
}

/** Creates an empty journal and replaces an existing file. Rejects as the file system does. */
async function beginJournal(file: string, madeAt: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await rm(file, { force: true })
  await writeLine(file, { version: 1, madeAt })
}

/** Appends a change without flushing it to disk, because a power loss may lose a change of a generated item. */
const appendChange = (file: string, change: SampleChange): Promise<void> => writeLine(file, change)

// The leading line break separates the line from one that was torn by a kill.
const writeLine = (file: string, line: unknown): Promise<void> =>
  appendFile(file, `\n${JSON.stringify(line)}\n`, { mode: 0o600 })
