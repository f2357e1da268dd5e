/** The sample service, and the program's connection to it. Its keys are kept until the program ends: no keychain. */
import { DEFAULT_IMAGES, DEFAULT_PROJECTS } from '../../src/reference-service/service-options.ts'
import { DEMO_IMAGES_KEY, DEMO_PROJECTS_KEY } from '../../src/reference-service/service-options.ts'
import { startReferenceService, type RunningService } from '../../src/reference-service/server.ts'
import type { ConnectionSummary } from '../../src/shared/connection.ts'
import { GROUPS } from '../../src/shared/sync-status.ts'
import type { OpenedApp } from '../../drivers/open-app.ts'
import { ask } from '../../drivers/window-bridge.ts'
import { Trouble } from '../setup/trouble.mjs'
import { keepSampleService, readSampleService } from './kept-profile.ts'
import { portTrouble } from './free-port.ts'
import type { StartOptions } from './options.ts'

export interface OfferedService {
  readonly service: RunningService
  readonly images: number
  readonly projects: number
}

/** Starts it where the profile's library looks for it, with what it held then, unless the options say otherwise. */
export async function startService(options: StartOptions, profile: string): Promise<OfferedService> {
  const last = readSampleService(profile)
  const images = options.images ?? last?.images ?? DEFAULT_IMAGES
  const projects = options.projects ?? last?.projects ?? DEFAULT_PROJECTS
  const port = options.port ?? last?.port ?? 0
  const keys = { imagesKey: DEMO_IMAGES_KEY, projectsKey: DEMO_PROJECTS_KEY }
  try {
    const service = await startReferenceService({ images, projects, perMinute: options.perMinute, port, ...keys })
    return { service, images, projects }
  } catch (error) {
    const trouble = portTrouble(error, port, '--port')
    throw trouble !== null && options.port === null ? profileTrouble(port) : (trouble ?? error)
  }
}

/** Nobody named this port: the profile did. */
function profileTrouble(port: number): Trouble {
  const what = `Port ${port}, where the service of this profile was, is taken`
  return new Trouble(`${what}: perhaps the profile is open already. End that, or choose another port with --port.`, 2)
}

export type Connected = 'new' | 'again' | 'own'

/** Connects a new library, gives the keys to one of this service again, and leaves a person's own as it is. */
export async function connectSample(app: OpenedApp, offered: OfferedService, profile: string): Promise<Connected> {
  const { url } = offered.service
  const there = await ask(app.page, 'getConnection', null)
  if (there === null) await connectNew(app, url)
  else if (isOf(there, readSampleService(profile)?.port)) await connectAgain(app, there, url)
  else return 'own'
  const { images, projects } = offered
  keepSampleService(profile, { port: Number(new URL(url).port), images, projects })
  return there === null ? 'new' : 'again'
}

async function connectNew(app: OpenedApp, url: string): Promise<void> {
  const draft = {
    images: { address: url, key: DEMO_IMAGES_KEY },
    projects: { address: url, key: DEMO_PROJECTS_KEY },
    allowInsecure: true
  }
  await ask(app.page, 'connect', { draft, keep: 'session' })
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
