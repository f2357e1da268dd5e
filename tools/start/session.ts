/** Runs the service and the app from their start to their end. */
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { BAD_INPUT } from '../../drivers/command-line.ts'
import { AppDidNotOpen, openApp, type OpenedApp } from '../../drivers/open-app.ts'
import { waitForPictures } from '../../drivers/user.ts'
import { BridgeRefusal, isUpToDate, readStatus } from '../../drivers/window-bridge.ts'
import { CliError } from '../setup/cli-error.mjs'
import type { Ending } from './ending.ts'
import { shellOf, type DevOptions, type StartOptions } from './options.ts'
import { connectSample, startService, type OfferedService, openProfile, pictureFile } from './sample-connection.ts'
import { chooseShell, type ShellChoice } from './shell.ts'

const WINDOW = { width: 1440, height: 900 }
/** A large library or a slow service takes longer, but the window shows pictures earlier. */
const READ_LIMIT_MS = 30_000
const DRAWN_LIMIT_MS = 60_000
/** Time after which the app is ended by force. */
const QUIT_LIMIT_MS = 8_000

export interface SessionParts<Options extends StartOptions | DevOptions> {
  readonly options: Options
  readonly ending: Ending
  readonly say: (sentence: string) => void
}
type StartParts = SessionParts<StartOptions>

/** What the app is opened with. */
export interface Setup {
  readonly profile: string
  readonly choice: ShellChoice
  /** `null` without a service. */
  readonly offered: OfferedService | null
}

/** Resolves when the user requests the end or the app has closed. Throws CliError for expected failures. */
export async function runSession(parts: StartParts): Promise<void> {
  const { ending, say } = parts
  const setup = await prepareSetup(parts)
  if (ending.signal.aborted) return
  const app = await open(parts, setup)
  const hasSample = await connect(parts, app, setup)
  say(`Proofsheet is open after ${process.uptime().toFixed(1)} seconds. Press Ctrl+C to quit.`)
  if (!setup.choice.isVisible) await showPicture(app, hasSample, parts)
  await Promise.race([ending.requested, app.exited])
}

/** Opens the profile, chooses the shell, and starts the service. */
export async function prepareSetup({ options, ending, say }: SessionParts<StartOptions | DevOptions>): Promise<Setup> {
  const profile = openProfile(options.profile)
  ending.add(profile.remove)
  const [choice, offered] = await Promise.all([
    chooseShell(PROJECT_ROOT, { shell: shellOf(options), isHeadless: options.headless }, say),
    options.noService ? null : startService(options, profile.folder)
  ])
  ending.add(() => offered?.service.close())
  if (offered !== null)
    say(`A local service with ${offered.images.toLocaleString('en-US')} sample images runs at ${offered.service.url}.`)
  return { profile: profile.folder, choice, offered }
}

async function open(parts: StartParts, setup: Setup): Promise<OpenedApp> {
  const { options, ending, say } = parts
  const { profile, choice } = setup
  const app = await openIn(parts, setup).catch(async (error: unknown) => {
    if (error instanceof AppDidNotOpen && error.exitCode === 0 && !ending.signal.aborted)
      throw new CliError(
        `Proofsheet is already open with the profile ${profile}. Use that window, or choose another one with --profile.`,
        BAD_INPUT
      )
    if (choice.shell === 'host' || options.electron || ending.signal.aborted) throw error
    // Only the attempt shows some reasons, such as a forbidden sandbox.
    say(`Electron did not open. Its last output:\n${lastLinesOf(error)}`)
    const host = await chooseShell(PROJECT_ROOT, { shell: 'host', isHeadless: options.headless }, say)
    return openIn(parts, { ...setup, choice: host })
  })
  if (options.remoteDebuggingPort !== null) reportDebuggingPort(say, app)
  return app
}

function openIn({ say, options, ending }: StartParts, { choice, profile }: Setup): Promise<OpenedApp> {
  const { shell, env, args, isVisible } = choice
  const note = options.host ? '' : ' (Electron is not available)'
  const name = shell === 'electron' ? 'Electron' : `the Chromium host${note}`
  say(`Opening Proofsheet in ${name}${isVisible ? '' : ', without a window'}…`)
  const debuggingPort = options.remoteDebuggingPort ?? 0
  const opening = openApp({ shell, profile, env, args, size: WINDOW, debuggingPort, signal: ending.signal })
  // Also if the end is requested while it opens.
  ending.add(() => opening.then(quitApp, () => undefined))
  return opening
}

const lastLinesOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n').slice(-3).join('\n')

/** Reports where the window can be debugged. */
export function reportDebuggingPort(say: (sentence: string) => void, app: OpenedApp): void {
  const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(app.stderr())?.[1] ?? '?'
  say(`Developer tools can connect to http://127.0.0.1:${port}.`)
}

export async function quitApp(app: OpenedApp): Promise<void> {
  const limit = setTimeout(() => void app.kill(), QUIT_LIMIT_MS)
  await app.close()
  clearTimeout(limit)
}

/** Returns whether the library is that of the sample service. The window shows why a library cannot be opened. */
export async function connect(
  { say }: Pick<StartParts, 'say'>,
  app: OpenedApp,
  { offered, profile }: Setup
): Promise<boolean> {
  if (offered === null) return false
  try {
    if (await connectSample(app, offered, profile)) return true
    say('The library of this profile is already connected and stays unchanged. The sample service is not needed.')
  } catch (error) {
    if (!(error instanceof BridgeRefusal)) throw error
    say(`The library of this profile is not connected (${error.code}). The window says why, and what you can do.`)
  }
  await offered.service.close()
  return false
}

/** Waits until the library is loaded, for a limited time. */
async function waitForLibrary(page: OpenedApp['page']): Promise<void> {
  const end = performance.now() + READ_LIMIT_MS
  while (performance.now() < end && !isUpToDate(await readStatus(page))) await page.waitForTimeout(100)
}

/** Saves a picture of the main screen for users without a display. */
async function showPicture(app: OpenedApp, hasPictures: boolean, { ending, say }: StartParts): Promise<void> {
  const file = pictureFile()
  const take = async (): Promise<boolean> => {
    if (hasPictures) {
      await waitForLibrary(app.page)
      await waitForPictures(app.page, DRAWN_LIMIT_MS).catch((error: unknown) => {
        if (!ending.signal.aborted) say(lastLinesOf(error))
      })
    }
    await app.screenshot(file)
    return true
  }
  const taken = take().catch((error: unknown) => {
    if (!ending.signal.aborted) say(`No picture could be taken: ${lastLinesOf(error)}`)
    return false
  })
  const isTaken = await Promise.race([taken, ending.requested.then(() => false), app.exited.then(() => false)])
  if (isTaken) say(`A picture of the main screen: ${file}`)
}
