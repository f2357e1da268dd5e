/** What scenes are played on: a service, a keyring, a profile, and the built app on top of them. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startReferenceService, type RunningService } from '../../src/reference-service/server.ts'
import { openKeyring, type Keyring } from '../../drivers/keyring.ts'
import { openApp, type OpenAppOptions, type OpenedApp } from '../../drivers/open-app.ts'
import { connectByTyping } from '../../drivers/user.ts'
import { askForResult, isUpToDate, waitForStatus } from '../../drivers/window-bridge.ts'

export const IMAGES_KEY = 'sk-screens-images-4be1f09c72'
export const PROJECTS_KEY = 'sk-screens-projects-9d20c7a1e5'
/** What takes its time on a busy machine. */
export const LONG_MS = 120_000
const COUNT = 600

export interface Stand {
  readonly service: RunningService
  readonly profile: string
  readonly keyring: Keyring
  /** The app that is open; throws when none is. */
  readonly app: () => OpenedApp
  readonly page: () => Page
  /** Closes the one that is open, if any, and opens it on the same profile. */
  readonly open: (options?: Partial<OpenAppOptions>) => Promise<Page>
  /** Ends the app and leaves the profile. */
  readonly quit: () => Promise<void>
  /** Types addresses and keys, and waits until both groups were read to their end. */
  readonly connect: () => Promise<void>
  /** Everything is as it was after `connect`: no fault, and nothing waits. */
  readonly calm: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Makes one; `close` removes everything of it. */
export async function openStand(): Promise<Stand> {
  const keys = { imagesKey: IMAGES_KEY, projectsKey: PROJECTS_KEY }
  const [service, keyring, profile] = await Promise.all([
    startReferenceService({ images: COUNT, projects: 12, perMinute: 0, seed: 7, ...keys }),
    openKeyring(),
    mkdtemp(join(tmpdir(), 'proofsheet-screens-'))
  ])
  const apps = appsOn(profile, keyring)
  const { page, quit } = apps
  return {
    service,
    profile,
    keyring,
    ...apps,
    connect: async () => {
      const { imagesUrl, projectsUrl } = service
      await connectByTyping(page(), {
        images: imagesUrl,
        imagesKey: IMAGES_KEY,
        projects: projectsUrl,
        projectsKey: PROJECTS_KEY
      })
      await waitForStatus(page(), isUpToDate, LONG_MS)
    },
    calm: async () => {
      service.change({ faults: null, answerDelayMs: 0, perMinute: 0, ...keys })
      await syncUntil(page(), isUpToDate)
    },
    close: async () => {
      await quit()
      await Promise.all([service.close(), keyring.close()])
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    }
  }
}

/** The one app that is open on a profile at a time. */
function appsOn(profile: string, keyring: Keyring): Pick<Stand, 'app' | 'page' | 'open' | 'quit'> {
  const held: { app: OpenedApp | null } = { app: null }
  const app = (): OpenedApp => {
    if (held.app === null) throw new Error('No app is open on this stand.')
    return held.app
  }
  const quit = async (): Promise<void> => {
    const last = held.app
    held.app = null
    await last?.close()
  }
  return {
    app,
    quit,
    page: () => app().page,
    open: async ({ env, ...more } = {}) => {
      await quit()
      // The host alone can be told from outside to go offline, and is the same on each machine.
      held.app = await openApp({
        shell: 'host',
        profile,
        ...more,
        env: { LC_ALL: 'en_US.UTF-8', ...keyring.env, ...env }
      })
      return held.app.page
    }
  }
}

/** Asks for a look again and again, as a person would who waits for something. */
export async function syncUntil(page: Page, isWanted: Parameters<typeof waitForStatus>[1]): Promise<void> {
  const end = Date.now() + LONG_MS
  for (;;) {
    await askForResult(page, 'syncNow', null)
    const reached = await waitForStatus(page, isWanted, 3_000).then(
      () => true,
      () => false
    )
    if (reached) return
    // Once more with the whole patience, for the words of what it is instead.
    if (Date.now() > end) return void (await waitForStatus(page, isWanted, 1))
  }
}
