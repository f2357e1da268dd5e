/** Runs the sample service and connects the app to it, with keys in memory instead of the keychain. */
import { accessSync, constants, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { BAD_INPUT } from '../../drivers/command-line.ts'
import type { OpenedApp } from '../../drivers/open-app.ts'
import { ask } from '../../drivers/window-bridge.ts'
import { startReferenceService, type RunningService } from '../../src/reference-service/server.ts'
import {
  DEFAULT_IMAGES,
  DEFAULT_PROJECTS,
  DEMO_IMAGES_KEY,
  DEMO_PROJECTS_KEY
} from '../../src/reference-service/service-options.ts'
import type { ConnectionSummary } from '../../src/shared/connection.ts'
import { GROUPS } from '../../src/shared/sync-status.ts'
import { removeAbandonedFolders } from '../chromium-host/abandoned-folders.ts'
import { CliError } from '../setup/cli-error.mjs'
import { readJson } from '../setup/npm-packages.mjs'
import { perMinuteOf, type DevOptions, type StartOptions, portError } from './options.ts'

export interface OfferedService {
  readonly service: RunningService
  readonly images: number
  readonly projects: number
}

/** Starts the service with the profile's last port and records, unless options differ. */
export async function startService(options: StartOptions | DevOptions, profile: string): Promise<OfferedService> {
  const last = readSampleService(profile)
  const named = 'port' in options ? options : { port: null, projects: null }
  const images = options.images ?? last?.images ?? DEFAULT_IMAGES
  const projects = named.projects ?? last?.projects ?? DEFAULT_PROJECTS
  const port = named.port ?? last?.port ?? 0
  try {
    const service = await startReferenceService({ images, projects, perMinute: perMinuteOf(options), port })
    return { service, images, projects }
  } catch (error) {
    const problem = portError(error, port, '--port')
    throw problem !== null && named.port === null ? profileError(port) : (problem ?? error)
  }
}

/** The port comes from the profile, not from an option. */
function profileError(port: number): CliError {
  const what = `Port ${port}, which the service of this profile uses, is in use.`
  return new CliError(`${what} The profile may already be open. Choose another port with --port.`, BAD_INPUT)
}

/** Connects a new library, or one of this service again. Returns false and changes nothing for another library. */
export async function connectSample(app: OpenedApp, offered: OfferedService, profile: string): Promise<boolean> {
  const { service, images, projects } = offered
  const address = service.url
  const current = await ask(app.page, 'getConnection', null)
  if (current === null) {
    const draft = {
      images: { address, key: DEMO_IMAGES_KEY },
      projects: { address, key: DEMO_PROJECTS_KEY },
      allowInsecure: true
    }
    await ask(app.page, 'connect', { draft, keep: 'session' })
  } else if (isOf(current, readSampleService(profile)?.port)) await connectAgain(app, current, address)
  else return false
  keepSampleService(profile, { port: Number(new URL(address).port), images, projects })
  return true
}

async function connectAgain(app: OpenedApp, current: ConnectionSummary, url: string): Promise<void> {
  const keys = { images: DEMO_IMAGES_KEY, projects: DEMO_PROJECTS_KEY }
  for (const group of GROUPS) {
    if (current[group].address !== url)
      await ask(app.page, 'changeAddress', { group, address: url, allowInsecure: true })
    await ask(app.page, 'replaceKey', { group, key: keys[group], keep: 'session' })
  }
}

/** Whether both groups are connected to the service of an earlier start. */
function isOf(current: ConnectionSummary, port: number | undefined): boolean {
  const address = `http://127.0.0.1:${String(port)}`
  return !current.isSample && current.images.address === address && current.projects.address === address
}

// The folder in which the app keeps everything during a start, and the sample service of a profile.

const PREFIX = 'proofsheet-start-'

/** Opens a profile, or a temporary one for `null`. Throws `CliError` if the folder cannot be used. */
export function openProfile(given: string | null): { readonly folder: string; readonly remove: () => void } {
  if (given !== null) return { folder: preparedFolder(given), remove: () => undefined }
  // A killed start could not remove its profile.
  removeAbandonedFolders(PREFIX)
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  // Also if nothing can be awaited.
  process.once('exit', remove)
  return { folder, remove }
}

function preparedFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'it is not a folder' : 'you can’t write to it'
    throw new CliError(`Can’t use the profile ${folder}: ${reason}. Choose another one with --profile.`, 2)
  }
}

/** The sample service of a profile's library, which the next start runs again. */
const SampleService = z.object({ port: z.number(), images: z.number(), projects: z.number() })
export type SampleService = z.infer<typeof SampleService>

const fileOf = (profile: string): string => join(profile, 'sample-service.json')

/** Returns `null` if the profile has no valid one. */
export const readSampleService = (profile: string): SampleService | null =>
  SampleService.safeParse(readJson(fileOf(profile))).data ?? null

export function keepSampleService(profile: string, service: SampleService): void {
  writeFileSync(fileOf(profile), JSON.stringify(service))
}

/** Returns the same file for each start of a user, so that pictures do not accumulate. */
export function pictureFile(folder = tmpdir(), user = process.getuid?.()): string {
  const usual = join(folder, 'proofsheet-main.png')
  const owner = lstatSync(usual, { throwIfNoEntry: false })?.uid
  if (owner === undefined || user === undefined || owner === user) return usual
  return join(folder, `proofsheet-main-${user}.png`)
}
