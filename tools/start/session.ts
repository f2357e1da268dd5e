/** One start, from the service to the end of the program. */
import { AppDidNotOpen, openApp, type OpenedApp } from '../../drivers/open-app.ts'
import { waitForPictures } from '../../drivers/user.ts'
import { BridgeRefusal, isUpToDate, readStatus } from '../../drivers/window-bridge.ts'
import { Trouble } from '../setup/trouble.mjs'
import type { Ending } from './ending.ts'
import type { StartOptions } from './options.ts'
import { pictureFile } from './picture-file.ts'
import { openProfile } from './profile-folder.ts'
import { connectSample, startService, type OfferedService } from './sample-connection.ts'
import { chooseShell, type ShellChoice } from './shell.ts'

const WINDOW = { width: 1440, height: 900 }
/** A large library, or a slow service, takes longer; the window has pictures long before. */
const READ_LIMIT_MS = 30_000
const DRAWN_LIMIT_MS = 60_000
/** A program that hangs when it is asked to leave is ended by force. */
const LEAVE_LIMIT_MS = 8_000

export interface SessionParts {
  readonly root: string
  readonly options: StartOptions
  readonly ending: Ending
  readonly say: (sentence: string) => void
}

/** Stays until the person asks for the end or the program is closed. Throws `Trouble` for what was to be expected. */
export async function runSession(parts: SessionParts): Promise<void> {
  const { options, ending, say } = parts
  const profile = openProfile(options.profile)
  ending.add(profile.remove)
  const [choice, offered] = await Promise.all([
    chooseShell(parts.root, options, say),
    options.hasService ? offerService(parts, profile.folder) : null
  ])
  if (ending.signal.aborted) return
  const app = await open(parts, choice, profile.folder)
  const hasSample = offered !== null && (await connect(parts, app, offered, profile.folder))
  say(`Proofsheet is open after ${process.uptime().toFixed(1)} seconds. Press Ctrl+C to end it.`)
  if (!choice.isVisible) await showPicture(app, hasSample, parts)
  await Promise.race([ending.asked, app.exited])
}

async function offerService({ options, ending, say }: SessionParts, profile: string): Promise<OfferedService> {
  const offered = await startService(options, profile)
  ending.add(() => offered.service.close())
  say(`A local service with ${offered.images.toLocaleString('en-US')} sample pictures is at ${offered.service.url}.`)
  return offered
}

async function open(parts: SessionParts, choice: ShellChoice, profile: string): Promise<OpenedApp> {
  const app = await openIn(parts, choice, profile).catch(async (error: unknown) => {
    if (error instanceof AppDidNotOpen && error.exitCode === 0 && !parts.ending.signal.aborted)
      throw new Trouble(
        `Proofsheet is open on ${profile} already. Go on there, or choose another one with --profile.`,
        2
      )
    if (choice.shell === 'host' || parts.options.shell === 'electron' || parts.ending.signal.aborted) throw error
    // Its own sandbox may be forbidden here, for one, which only the attempt shows.
    parts.say(`Electron did not open; its last words:\n${lastWords(error)}`)
    return openIn(parts, await chooseShell(parts.root, { ...parts.options, shell: 'host' }, parts.say), profile)
  })
  if (parts.options.debuggingPort !== null) parts.say(`Developer tools can connect to ${debuggingAddress(app)}.`)
  return app
}

function openIn({ say, options, ending }: SessionParts, choice: ShellChoice, profile: string): Promise<OpenedApp> {
  const { shell, env, args, isVisible } = choice
  const where = isVisible ? '' : `, without a window`
  const name = shell === 'electron' ? 'Electron' : 'the Chromium host (no Electron here, the same program)'
  say(`Opening Proofsheet in ${options.shell === 'host' ? 'the Chromium host' : name}${where}…`)
  const debuggingPort = options.debuggingPort ?? 0
  const opening = openApp({ shell, profile, env, args, size: WINDOW, debuggingPort, signal: ending.signal })
  // Also when the end is asked for while it opens.
  ending.add(() => opening.then(leave, () => undefined))
  return opening
}

const lastWords = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n').slice(-3).join('\n')

function debuggingAddress(app: OpenedApp): string {
  const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(app.stderr())?.[1] ?? '?'
  return `http://127.0.0.1:${port}`
}

async function leave(app: OpenedApp): Promise<void> {
  const limit = setTimeout(() => void app.kill(), LEAVE_LIMIT_MS)
  await app.close()
  clearTimeout(limit)
}

/** Whether the sample's pictures are to come. What keeps the library shut is on the screen, with what can be done. */
async function connect({ say }: SessionParts, app: OpenedApp, offered: OfferedService, profile: string) {
  try {
    if ((await connectSample(app, offered, profile)) !== 'own') return true
    say('The library of this profile is connected already, and is left as it is. The sample service is not needed.')
  } catch (error) {
    if (!(error instanceof BridgeRefusal)) throw error
    say(`The library of this profile is not connected (${error.code}). The window says why, and what can be done.`)
  }
  await offered.service.close()
  return false
}

/** Until all of it was read, where that is quick; goes on with what is there. */
async function waitForLibrary(page: OpenedApp['page']): Promise<void> {
  const end = performance.now() + READ_LIMIT_MS
  while (performance.now() < end && !isUpToDate(await readStatus(page))) await page.waitForTimeout(100)
}

/** What somebody without a display gets to see. */
async function showPicture(app: OpenedApp, hasPictures: boolean, { ending, say }: SessionParts): Promise<void> {
  const file = pictureFile()
  const take = async (): Promise<boolean> => {
    if (hasPictures) {
      await waitForLibrary(app.page)
      await waitForPictures(app.page, DRAWN_LIMIT_MS).catch((error: unknown) => {
        if (!ending.signal.aborted) say(lastWords(error))
      })
    }
    await app.screenshot(file)
    return true
  }
  const taken = take().catch((error: unknown) => {
    if (!ending.signal.aborted) say(`No picture could be taken: ${lastWords(error)}`)
    return false
  })
  const isTaken = await Promise.race([taken, ending.asked.then(() => false), app.exited.then(() => false)])
  if (isTaken) say(`A picture of the main screen: ${file}`)
}
