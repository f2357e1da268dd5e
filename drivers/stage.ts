/**
 * The stage of end-to-end tests: a reference service, a keyring, a profile, and the built app, which a test opens as
 * often as needed. Each file has one stage.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { applyLocale } from '../src/copy/format.ts'
import type { FaultHook, PictureFault } from '../src/reference-service/faults.ts'
import { startReferenceService, type RunningService, type ServerOptions } from '../src/reference-service/server.ts'
import { systemClock, type ServiceClock } from '../src/reference-service/service-options.ts'
import { builtFolder } from './built-app.ts'
import { openKeyring, type Keyring } from './keyring.ts'
import { openApp, type OpenAppOptions, type OpenedApp, type HostControl } from './open-app.ts'
import { connectByTyping, sidebarCount, tileAt, waitForViewCount } from './user.ts'
import { isUpToDate, answered, waitForStatus, waitUntilShown } from './window-bridge.ts'

/** Number of images in the sample library. */
export const SAMPLE_IMAGES = 600
export const IMAGES_KEY = 'sk-stage-images-1f6c0a9be2'
export const PROJECTS_KEY = 'sk-stage-projects-77d04e5c3b'

/** Time limit for a state, long because computers that run tests are busy. */
export const PATIENCE_MS = 30_000
/** Time limit of hooks and tests that open an app or wait for several states. */
export const LONG_MS = 120_000

/** The app on a stage writes numbers and times in the same way on each computer, and so must texts compared with it. */
const LOCALE = 'en-US'
applyLocale(LOCALE)

/** Open stages of this process, usually one. */
export const openStages = new Set<Stage>()

export interface Stage {
  readonly service: RunningService
  /** Responds to so many more requests for images of a kind; the following ones wait for `release`. */
  readonly hold: (kind: 'reads' | 'changes', after: number) => void
  /** Responds to waiting requests and all later ones. */
  readonly release: () => void
  readonly keyring: Keyring
  readonly profile: string
  /** The open app; throws without one. */
  readonly app: () => OpenedApp
  /** Waits for the window (`answered`); does nothing without an open app. */
  readonly answered: () => Promise<void>
  readonly page: () => Page
  /** Opens the app on the same profile. */
  readonly open: (options?: Partial<OpenAppOptions>) => Promise<Page>
  /** Connects by typing, and waits until both groups are loaded. */
  readonly connect: () => Promise<void>
  /** Quits; resolves when the process has ended. */
  readonly quit: () => Promise<void>
  readonly kill: () => Promise<void>
  /** Errors of pages, and lines of the app's log about bugs. */
  readonly bugs: () => readonly string[]
  /** Clears the errors of pages, which a test caused. */
  readonly forgive: () => void
  readonly close: () => Promise<void>
}

/** Returns the host's control, for tests with `hostOnly`. */
export function controlOf({ app }: Stage): HostControl {
  const { host } = app()
  if (host === null) throw new Error('Only the Chromium host has this control.')
  return host
}

/** Serves none, because decoding takes a fifth of the time of all tests and few tests need pictures. */
const NO_PICTURES: PictureFault = (picture) => ({ ...picture, bytes: new Uint8Array() })

/** Serves the same picture of 256 px for every image. */
export const smallPictures: PictureFault = (picture) => ({ ...picture, bytes: SMALL_PICTURE })
const SMALL_PICTURE = readFileSync(
  join(import.meta.dirname, '../resources/sample/pixel_art.valley.0.none.none.256.webp')
)

/** Opens a stage without the app. `pictureFault: null` serves pictures. */
export async function openStage(options: ServerOptions = {}): Promise<Stage> {
  builtFolder()
  const held = createHeldResponses(options.clock)
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
  const opener = appOn(profile, keyring)
  const { app, end, pageErrors } = opener
  const stage: Stage = {
    service,
    hold: (kind, after) => service.change({ faults: held.after(kind, after) }),
    release: held.release,
    keyring,
    profile,
    app,
    page: () => app().page,
    answered: async () => {
      if (opener.isOpen()) await answered(app().page)
    },
    open: opener.open,
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

/**
 * A delay of this length ends with `release`, because a timed delay may be too short or too long on a slow computer.
 */
const HELD_MS = 24 * 3_600_000

/** Delays responses until the test releases them. */
function createHeldResponses(clock: ServiceClock = systemClock) {
  const gate = { isShut: false, opened: Promise.withResolvers<void>() }
  return {
    clock: {
      now: () => clock.now(),
      wait: (ms: number) => (ms >= HELD_MS ? gate.opened.promise : clock.wait(ms))
    },
    /** Returns faults that let so many requests pass, and delay the others. */
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

/** Opens and ends the app on a profile. */
function appOn(profile: string, keyring: Keyring) {
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
        env: { LC_ALL: `${LOCALE.replace('-', '_')}.UTF-8`, ...keyring.env, ...env }
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
 * Returns the number of the service's favorites once the sidebar shows the same, which is a moment after the status.
 */
export async function favoritesNow({ service, page }: Stage): Promise<number> {
  const count = favoritesOf(service)
  await waitUntilShown(page(), async () => (await sidebarCount(page(), 'Favorites')) === count)
  return count
}

/** Counts the favorites on the service. */
export const favoritesOf = ({ truth }: RunningService): number =>
  [...truth.images.values()].filter(({ favorite }) => favorite).length

/** Returns the input of the connect screen for a service. */
export function connectionTo({ imagesUrl, projectsUrl, settings }: RunningService) {
  return {
    images: imagesUrl,
    imagesKey: settings.imagesKey,
    projects: projectsUrl,
    projectsKey: settings.projectsKey
  }
}

/** A missing picture is not a bug, because the tile requests it again. */
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

/** Returns the lines of the app's log, oldest first. */
export function readLog(profile: string): readonly string[] {
  const folder = join(profile, 'logs')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).toSorted()
  return files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')).filter((line) => line !== '')
}
