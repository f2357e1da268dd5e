/** The sample service, and the program's connection to it. Its keys are kept until the program ends: no keychain. */
import { DEFAULT_IMAGES, DEFAULT_PROJECTS } from '../../src/reference-service/service-options.ts'
import { DEMO_IMAGES_KEY, DEMO_PROJECTS_KEY } from '../../src/reference-service/service-options.ts'
import { startReferenceService, type RunningService } from '../../src/reference-service/server.ts'
import type { ConnectionSummary } from '../../src/shared/connection.ts'
import { GROUPS } from '../../src/shared/sync-status.ts'
import type { OpenedApp } from '../../drivers/open-app.ts'
import { ask } from '../../drivers/window-bridge.ts'
import { BAD_INPUT } from '../../drivers/command-line.ts'
import { CliError } from '../setup/cli-error.mjs'
import { keepSampleService, readSampleService } from './kept-profile.ts'
import { portError } from './free-port.ts'
import { perMinuteOf, type DevOptions, type StartOptions } from './options.ts'

export interface OfferedService {
  readonly service: RunningService
  readonly images: number
  readonly projects: number
}

/** Starts it where the profile's library looks for it, with what it held then, unless the options say otherwise. */
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

/** Nobody named this port: the profile did. */
function profileError(port: number): CliError {
  const what = `Port ${port}, where the service of this profile was, is taken`
  return new CliError(
    `${what}: perhaps the profile is open already. End that, or choose another port with --port.`,
    BAD_INPUT
  )
}

/** Connects a new library, gives the keys to one of this service again, and leaves a user's own as it is: false. */
export async function connectSample(app: OpenedApp, offered: OfferedService, profile: string): Promise<boolean> {
  const { service, images, projects } = offered
  const address = service.url
  const there = await ask(app.page, 'getConnection', null)
  if (there === null) {
    const draft = {
      images: { address, key: DEMO_IMAGES_KEY },
      projects: { address, key: DEMO_PROJECTS_KEY },
      allowInsecure: true
    }
    await ask(app.page, 'connect', { draft, keep: 'session' })
  } else if (isOf(there, readSampleService(profile)?.port)) await connectAgain(app, there, address)
  else return false
  keepSampleService(profile, { port: Number(new URL(address).port), images, projects })
  return true
}

async function connectAgain(app: OpenedApp, there: ConnectionSummary, url: string): Promise<void> {
  const keys = { images: DEMO_IMAGES_KEY, projects: DEMO_PROJECTS_KEY }
  for (const group of GROUPS) {
    if (there[group].address !== url) await ask(app.page, 'changeAddress', { group, address: url, allowInsecure: true })
    await ask(app.page, 'replaceKey', { group, key: keys[group], keep: 'session' })
  }
}

/** It was this start's own service that both groups of the library were connected to. */
function isOf(there: ConnectionSummary, port: number | undefined): boolean {
  const address = `http://127.0.0.1:${String(port)}`
  return !there.isSample && there.images.address === address && there.projects.address === address
}
