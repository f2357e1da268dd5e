/** Runs the sample service and connects the app to it, with keys in memory instead of the keychain. */
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
import { CliError } from '../setup/cli-error.mjs'
import { perMinuteOf, type DevOptions, type StartOptions, portError } from './options.ts'
import { keepSampleService, readSampleService } from './profile.ts'

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
