/**
 * What the end-to-end tests stand on: a reference service, a keyring, a profile, and the built app on top of them. One
 * stage for each file; the app is opened on it as often as a test needs.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startReferenceService, type RunningService, type ServerOptions } from '../src/reference-service/server.ts'
import type { FaultHook } from '../src/reference-service/faults.ts'
import type { PictureFault } from '../src/reference-service/picture-fault.ts'
import { systemClock, type ServiceClock } from '../src/reference-service/service-options.ts'
import { builtFolder } from './built-app.ts'
import type { HostControl } from './host-control.ts'
import { openKeyring, type Keyring } from './keyring.ts'
import { openApp, type OpenAppOptions, type OpenedApp } from './open-app.ts'
import { connectByTyping, sidebarCount, tileAt, waitForViewCount } from './user.ts'
import { isUpToDate, answered, waitForStatus, waitUntilShown } from './window-bridge.ts'

/** As many as the sample library has. */
export const SAMPLE_IMAGES = 600
export const IMAGES_KEY = 'sk-stage-images-1f6c0a9be2'
export const PROJECTS_KEY = 'sk-stage-projects-77d04e5c3b'

/** Machines that run tests are busy: a state may take this long, and no test waits for a time. */
export const PATIENCE_MS = 30_000
/** For a hook or a test that opens an app or waits for several states. */
export const LONG_MS = 120_000

/** Stages of this process that are open; one, as a rule. */
export const openStages = new Set<Stage>()

export interface Stage {
  readonly service: RunningService
  /** The service answers so many more requests of a kind about images; those that follow wait for `release`. */
  readonly hold: (kind: 'reads' | 'changes', after: number) => void
  /** Answers what waits, and everything from now on. */
  readonly release: () => void
  readonly keyring: Keyring
  readonly profile: string
  /** The app that is open now; throws when none is. */
  readonly app: () => OpenedApp
  /** Waits for the window (`answered`); does nothing while no app is open. */
  readonly answered: () => Promise<void>
  readonly page: () => Page
  /** Opens the app on the same profile. */
  readonly open: (options?: Partial<OpenAppOptions>) => Promise<Page>
  /** Connects by typing, and waits until both groups were read to their end. */
  readonly connect: () => Promise<void>
  /** Quits as a person does; answers when the process is gone. */
  readonly quit: () => Promise<void>
  readonly kill: () => Promise<void>
  /** Errors that pages threw or logged, and lines of the app's log that tell of a bug. */
  readonly bugs: () => readonly string[]
  /** Forgets what pages logged so far: a test provoked it. */
  readonly forgive: () => void
  readonly close: () => Promise<void>
}

/** For tests of the host only (hostOnly). */
export function controlOf({ app }: Stage): HostControl {
  const { host } = app()
  if (host === null) throw new Error('Only the Chromium host can be told this from outside.')
  return host
}

/** Serves none, because decoding them takes a fifth of the time of all tests and few tests look at one. */
const NO_PICTURES: PictureFault = (picture) => ({ ...picture, bytes: new Uint8Array() })

/** One of 256 px for every record, where a test only wants to see pictures. */
export const smallPictures: PictureFault = (picture) => ({ ...picture, bytes: SMALL_PICTURE })
const SMALL_PICTURE = readFileSync(
  join(import.meta.dirname, '../resources/sample/pixel_art.valley.0.none.none.256.webp')
)

/** Everything but the app. `pictureFault: null` serves pictures. */
export async function openStage(options: ServerOptions = {}): Promise<Stage> {
  builtFolder()
  const held = createHeldAnswers(options.clock)
  const [service, keyring] = await Promise.all([
    startReferenceService({
      perMinute: 0,
      pictureFault: NO_PICTURES,
      imagesKey: IMAGES_KEY,
      projectsKey: PROJECTS_KEY,
      ...options,
      clock: held.clock
    }),
    openKeyring()
  ])
  const profile = mkdtempSync(join(tmpdir(), 'proofsheet-e2e-'))
  const program = programOn(profile, keyring)
  const { app, end, pageErrors } = program
  const stage: Stage = {
    service,
    hold: (kind, after) => service.change({ faults: held.after(kind, after) }),
    release: held.release,
    keyring,
    profile,
    app,
    page: () => app().page,
    answered: async () => {
      if (program.isOpen()) await answered(app().page)
    },
    open: program.open,
    connect: () => connectTo(service, app().page),
    quit: () => end('close'),
    kill: () => end('kill'),
    bugs: () => [...pageErrors, ...loggedBugs(profile)],
    forgive: () => void pageErrors.splice(0),
    close: async () => {
      openStages.delete(stage)
      held.release()
      await end('kill')
      await Promise.all([service.close(), keyring.close()])
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    }
  }
  openStages.add(stage)
  return stage
}

/** A delay of this length ends when the test says so: a drain that a slow machine outruns would be over too early. */
const HELD_MS = 24 * 3_600_000

/** Answers that wait for the test instead of a time. */
function createHeldAnswers(clock: ServiceClock = systemClock) {
  const gate = { isShut: false, opened: Promise.withResolvers<void>() }
  return {
    clock: {
      now: () => clock.now(),
      wait: (ms: number) => (ms >= HELD_MS ? gate.opened.promise : clock.wait(ms))
    },
    /** For the service's faults: lets so many through, and holds the answers to the rest. */
    after: (kind: 'reads' | 'changes', count: number): FaultHook => {
      const seen = { count: 0 }
      gate.isShut = true
      gate.opened = Promise.withResolvers<void>()
      return ({ group, method }) => {
        if (!gate.isShut || group !== 'images' || (method === 'GET') !== (kind === 'reads')) return null
        seen.count += 1
        return seen.count > count ? { kind: 'delay', ms: HELD_MS } : null
      }
    },
    release: () => {
      gate.isShut = false
      gate.opened.resolve()
    }
  }
}

/** The app on a profile, as often as it is opened. */
function programOn(profile: string, keyring: Keyring) {
  const pageErrors: string[] = []
  const opened: { app: OpenedApp | null } = { app: null }
  return {
    pageErrors,
    isOpen: () => opened.app !== null,
    app: (): OpenedApp => {
      if (opened.app === null) throw new Error('No app is open on this stage.')
      return opened.app
    },
    open: async ({ env, ...more }: Partial<OpenAppOptions> = {}): Promise<Page> => {
      opened.app = await openApp({
        profile,
        size: { width: 1440, height: 900 },
        reducesMotion: true,
        ...more,
        env: { LC_ALL: 'en_US.UTF-8', ...keyring.env, ...env }
      })
      gatherErrors(opened.app.page, pageErrors)
      return opened.app.page
    },
    end: async (how: 'kill' | 'close'): Promise<void> => {
      const last = opened.app
      opened.app = null
      await last?.[how]()
    }
  }
}

async function connectTo(service: RunningService, page: Page): Promise<void> {
  await connectByTyping(page, connectionTo(service))
  await waitForStatus(page, isUpToDate, LONG_MS)
  await waitForViewCount(page, service.truth.images.size)
  if (service.truth.images.size > 0) await tileAt(page, 1).waitFor()
}

/**
 * Favorites of the service, once the sidebar says the same. A test that counts from what the window shows begins here:
 * the sidebar is told a moment after the status.
 */
export async function favoritesNow({ service, page }: Stage): Promise<number> {
  const count = favoritesOf(service)
  await waitUntilShown(page(), async () => (await sidebarCount(page(), 'Favorites')) === count)
  return count
}

/** How many images the service itself holds as favorites. */
export const favoritesOf = ({ truth }: RunningService): number =>
  [...truth.images.values()].filter(({ favorite }) => favorite).length

/** What is typed into the connect screen for this service. */
export function connectionTo({ imagesUrl, projectsUrl, settings }: RunningService) {
  return {
    images: imagesUrl,
    imagesKey: settings.imagesKey,
    projects: projectsUrl,
    projectsKey: settings.projectsKey
  }
}

/** A picture that is not there yet is no bug: the tile asks again. */
const EXPECTED = /Failed to load resource/

function gatherErrors(page: Page, into: string[]): void {
  page.on('pageerror', (error) => into.push(`page: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) into.push(`console: ${message.text()}`)
  })
}

const BUGS =
  /"(unhandled-rejection|uncaught-exception|handler-threw|unknown-channel|foreign-sender|page-gone|engine-thread-ended)"/

function loggedBugs(profile: string): readonly string[] {
  return readLog(profile).filter((line) => BUGS.test(line))
}

/** Lines of the app's own log, oldest first. */
export function readLog(profile: string): readonly string[] {
  const folder = join(profile, 'logs')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).toSorted()
  return files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')).filter((line) => line !== '')
}
