/** What a journey stands on: the service, the profile, and how the app is opened on them. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Style } from '../../src/shared/image.ts'
import { planFaults } from '../../src/reference-service/fault-plan.ts'
import { startReferenceService, type RunningService } from '../../src/reference-service/server.ts'
import { openApp, type OpenedApp } from '../../drivers/open-app.ts'
import { connectByTyping } from '../../drivers/user.ts'
import { ask, isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'
import type { JourneyOptions } from './options.ts'

export interface Ground {
  readonly options: JourneyOptions
  readonly service: RunningService
  readonly profile: string
  readonly say: (text: string) => void
  /** How often each fault was met so far. */
  readonly faultsMet: ReadonlyMap<string, number>
  readonly open: () => Promise<OpenedApp>
}

const IMAGES_KEY = 'sk-journey-images-6b1d0c'
const PROJECTS_KEY = 'sk-journey-projects-e2a97f'
/** Chosen because every seed has plenty of it. */
export const STYLE = { value: 'anime' satisfies Style, label: 'Anime' }
/** A picture is made inside the request. */
const STORE = { storeDelayMs: 300, storeSpreadMs: 900 }
const PATIENCE_MS = 600_000
/** Under faults things wait: for retries, for a probe each minute, for three looks over ten minutes. */
const PATIENCE_UNDER_FAULTS_MS = 1_800_000

/** Runs the steps on fresh ground and leaves nothing behind. */
export async function onGround<T>(
  options: JourneyOptions,
  say: Ground['say'],
  steps: (ground: Ground) => Promise<T>
): Promise<T> {
  const { images, perMinute, seed, faults } = options
  const plan = planFaults({ share: faults, seed })
  const keys = { imagesKey: IMAGES_KEY, projectsKey: PROJECTS_KEY }
  const service = await startReferenceService({ images, perMinute, seed, ...keys, ...STORE, faults: plan.hook })
  const profile = mkdtempSync(join(tmpdir(), 'proofsheet-journey-'))
  const env = options.isResending ? { CHROMIUM_RESENDS: '2' } : {}
  const opened: OpenedApp[] = []
  const open = async (): Promise<OpenedApp> => {
    const app = await openApp({ profile, env })
    opened.push(app)
    return app
  }
  try {
    return await steps({ options, service, profile, say, faultsMet: plan.met, open })
  } finally {
    for (const app of opened) await app.kill()
    await service.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

export const patienceMs = ({ options }: Ground): number => (options.faults > 0 ? PATIENCE_UNDER_FAULTS_MS : PATIENCE_MS)

/** Connects by typing, waits for the whole library, and takes the service away. */
export async function readAndGoOffline(ground: Ground, { page }: OpenedApp): Promise<void> {
  const { service, options, say } = ground
  await connectByTyping(page, {
    images: service.imagesUrl,
    imagesKey: IMAGES_KEY,
    projects: service.projectsUrl,
    projectsKey: PROJECTS_KEY
  })
  await waitForStatus(page, isUpToDate, patienceMs(ground))
  say(`read ${options.images} records; the service stops`)
  await service.close()
}

/** Ids of the images that the journey stars. */
export function matching({ service, options }: Ground): ReadonlySet<number> {
  const all = [...service.truth.images.values()]
  const chosen = options.select === 'all' ? all : all.filter((record) => record.style === STYLE.value)
  return new Set(chosen.map((record) => record.id))
}

/** A minute of grace, and twice the time that the service's own pace allows. */
export function drainTimeMs(ground: Ground, sent: number): number {
  const { perMinute, faults } = ground.options
  const paced = perMinute === 0 ? sent * 20 : (sent / perMinute) * 60_000
  return (faults > 0 ? patienceMs(ground) : 60_000) + 2 * paced
}

export async function readBlock({ page }: OpenedApp): Promise<number> {
  return (await ask(page, 'getDiagnostics', null)).longestMainBlockMs
}

/** The one library of the profile. */
export function libraryFile({ profile }: Ground): string {
  const folder = join(profile, 'libraries')
  const name = readdirSync(folder).find((file) => file.endsWith('.sqlite'))
  if (name === undefined) throw new Error(`No library file in ${folder}.`)
  return join(folder, name)
}
