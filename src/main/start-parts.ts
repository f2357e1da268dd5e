/** Starts the log, the engine and the pictures of a run, and routes their events and fatal errors. */
import { randomUUID } from 'node:crypto'
import { arch, platform, release } from 'node:os'
import { app, utilityProcess } from 'electron'
import type { SyncStatus } from '../shared/sync-status.ts'
import { SAMPLE_ADDRESS } from './connection/connection-record.ts'
import type { Connections } from './connection/connections.ts'
import { Engine } from './engine/client.ts'
import createEngineThread from './engine/index.ts?nodeWorker'
import type { Broadcast } from './ipc/gate.ts'
import type { PreferencesStore } from './kept-files.ts'
import type { LibraryFailureHandler } from './library-failure.ts'
import { type Log, createLog } from './log.ts'
import type { Network } from './network.ts'
import type { DecoderProcess, DecodeResponse } from './pictures/decoder-lane.ts'
import decoderPath from './pictures/decoder.ts?modulePath'
import type { DownloadPicture } from './pictures/download-picture.ts'
import { createPictureCache, type PictureCache } from './pictures/picture-cache.ts'
import { createPicturePool } from './pictures/picture-pool.ts'
import { createPictures, type PictureOwner, type Pictures } from './pictures/pictures.ts'
import { createThumbnailer } from './pictures/thumbnailer.ts'
import type { ProfilePaths } from './profile.ts'
import { startSample, type Sample } from './sample/sample-service.ts'
import { createSyncLog } from './sync-log.ts'

export interface EngineParts {
  readonly network: Promise<Network>
  /** Journal of the sample and the folder of its picture files. */
  readonly sampleFiles: { readonly file: string; readonly pictures: string }
  readonly broadcast: Broadcast
  readonly log: Log
  /** Handles fatal engine errors and offers recovery actions. */
  readonly failureHandler: Promise<LibraryFailureHandler>
}

/** Starts the threads before Electron is ready; their requests wait for the network. */
export function startEngine({ network, sampleFiles, broadcast, log, failureHandler }: EngineParts): {
  engine: Engine
  sample: Sample
} {
  const sample = startSample({ ...sampleFiles, address: SAMPLE_ADDRESS })
  const logStatus = createSyncLog(log, async (batch) => {
    const read = await engine.request('getBatch', { batch })
    return read.ok ? read.value.receipt : null
  })
  const engine = new Engine({
    spawn: (workerData) => createEngineThread({ workerData }),
    send: sample.wrapSend(async (request) => (await network).sender.send(request)),
    instanceId: randomUUID(),
    now: () => performance.now(),
    onEvent: (name, event) => {
      if (name === 'keyRefused') log('warn', 'key-refused', event)
      // The type of `event` depends on `name`, but narrowing the name does not narrow the event.
      else broadcast(name, event as never)
      if (name === 'syncStatus') logStatus(event as SyncStatus)
    },
    onDeath: (role, why) => log('error', 'engine-thread-ended', { role, why: why?.stack ?? null }),
    onBug: (why) => log('error', 'send-threw', why),
    onRevived: () => void failureHandler.then((handler) => handler.revived()),
    onLibraryFailure: (failure) => void failureHandler.then((handler) => handler.report(failure))
  })
  return { engine, sample }
}

const MAX_BYTES = 1024 * 1024
const NETWORK_SERVICE = 'network.mojom.NetworkService'

/** Opens the log and writes the versions of the app and the system, which explain later lines. */
export function startLog(paths: ProfilePaths): Log {
  const log = createLog({ folder: paths.logs, profile: paths.root, maxBytes: MAX_BYTES, now: Date.now })
  const { electron, chrome, node } = process.versions
  const system = `${platform()} ${release()} ${arch()}`
  log('info', 'started', { app: app.getVersion(), electron, chrome, node, system })
  reportBugs(log)
  return log
}

/** Logs bugs. Exits after an uncaught exception, because the state is unknown and all changes are on disk. */
function reportBugs(log: Log): void {
  const exit = async (error: Error): Promise<void> => {
    log('error', 'uncaught-exception', error)
    await log.flush()
    app.exit(1)
  }
  process.on('unhandledRejection', (error) => log('error', 'unhandled-rejection', error))
  process.on('uncaughtException', (error) => void exit(error))
}

/**
 * Logs every crash of a child process with its reason, except that an idle decoder is killed on purpose. Calls
 * `onNetworkGone` when Chromium's network process crashed.
 */
export function watchChildren(log: Log, onNetworkGone: () => void): void {
  app.on('child-process-gone', (_event, { type, reason, exitCode, name, serviceName }) => {
    if (reason === 'clean-exit' || (reason === 'killed' && name === DECODER_NAME)) return
    log('warn', 'child-process-gone', { type, reason, exitCode, name, serviceName })
    if (serviceName === NETWORK_SERVICE) onNetworkGone()
  })
}

const QUOTA_BYTES = 2 * 1024 ** 3
const DOWNLOADS = { running: 4, waiting: 500, now: () => performance.now() }
const DECODERS = { lanes: 2, limitMs: 20_000, idleMs: 60_000 }

export interface PicturesPlan {
  readonly cache: PictureCache
  readonly download: DownloadPicture
  readonly log: Log
  readonly connections: Pick<Connections, 'summary'>
  readonly preferences: Pick<PreferencesStore, 'get'>
  readonly engine: Pick<Engine, 'request'>
}

/** Opens the picture cache of a profile. */
export function openPictureCache(folder: string): PictureCache {
  return createPictureCache({ folder, quotaBytes: QUOTA_BYTES, now: Date.now })
}

export function startPictures(plan: PicturesPlan): Pictures & { close(): void } {
  const thumbnailer = createThumbnailer({
    ...DECODERS,
    onDeath: (reason) => plan.log('warn', 'picture-decoder-died', { reason }),
    fork: () => forkDecoder(decoderPath)
  })
  const pictures = createPictures({
    owner: () => ownerOf(plan),
    findSource: (args) => plan.engine.request('getPictureSource', args),
    refreshRecord: (args) => plan.engine.request('refreshImage', args),
    cache: plan.cache,
    download: plan.download,
    pool: createPicturePool(DOWNLOADS),
    thumbnailer,
    now: Date.now
  })
  return { ...pictures, close: () => thumbnailer.close() }
}

function ownerOf({ connections, preferences }: PicturesPlan): PictureOwner | null {
  const summary = connections.summary()
  if (summary === null) return null
  return { connection: summary.id, base: summary.images.address, allowedHosts: preferences.get().pictureHosts }
}

const DECODER_NAME = 'proofsheet-picture-decoder'
const HEAP_MB = 256

/**
 * Starts a decoder from the bundle at `modulePath` in a separate process, without key and network and with little memory,
 * whose crash is harmless.
 */
function forkDecoder(modulePath: string): DecoderProcess {
  const child = utilityProcess.fork(modulePath, [], {
    serviceName: DECODER_NAME,
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    env: decoderEnvironment(),
    stdio: 'ignore'
  })
  return {
    postMessage: (job) => child.postMessage(job),
    // Only the decoder sends on this channel.
    onMessage: (listener) => child.on('message', (result: DecodeResponse) => listener(result)),
    onExit: (listener) => child.on('exit', (code) => listener(`exit code ${code}`)),
    kill: () => child.kill()
  }
}

/** Returns the variables that a process needs to start, without the rest of the user's environment. */
function decoderEnvironment(): Record<string, string> {
  const needed = ['PATH', 'SystemRoot', 'TEMP', 'TMPDIR']
  const kept = needed.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(kept), VIPS_CONCURRENCY: '1' }
}
