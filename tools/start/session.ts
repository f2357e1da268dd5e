/** One start, from the service to the end of the program. */
import { PROJECT_ROOT } from '../../drivers/built-app.ts'
import { BAD_INPUT } from '../../drivers/command-line.ts'
import { AppDidNotOpen, openApp, type OpenedApp } from '../../drivers/open-app.ts'
import { waitForPictures } from '../../drivers/user.ts'
import { BridgeRefusal, isUpToDate, readStatus } from '../../drivers/window-bridge.ts'
import { CliError } from '../setup/cli-error.mjs'
import type { Ending } from './ending.ts'
import { shellOf, type DevOptions, type StartOptions } from './options.ts'
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

export interface SessionParts<Options extends GroundOptions> {
  readonly options: Options
  readonly ending: Ending
  readonly say: (sentence: string) => void
}
type StartParts = SessionParts<StartOptions>
type GroundOptions = StartOptions | DevOptions

/** What the program is opened on. */
export interface Ground {
  readonly profile: string
  readonly choice: ShellChoice
  /** null: nobody is connected. */
  readonly offered: OfferedService | null
}

/** Stays until the user asks for the end or the program is closed. Throws CliError for what was to be expected. */
export async function runSession(parts: StartParts): Promise<void> {
  const { ending, say } = parts
  const ground = await prepareGround(parts)
  if (ending.signal.aborted) return
  const app = await open(parts, ground)
  const hasSample = await connect(parts, app, ground)
  say(`Proofsheet is open after ${process.uptime().toFixed(1)} seconds. Press Ctrl+C to end it.`)
  if (!ground.choice.isVisible) await showPicture(app, hasSample, parts)
  await Promise.race([ending.asked, app.exited])
}

/** Says where the service is, and in what the program opens. */
export async function prepareGround({ options, ending, say }: SessionParts<GroundOptions>): Promise<Ground> {
  const profile = openProfile(options.profile)
  ending.add(profile.remove)
  const [choice, offered] = await Promise.all([
    chooseShell(PROJECT_ROOT, { shell: shellOf(options), isHeadless: options.headless }, say),
    options.noService ? null : startService(options, profile.folder)
  ])
  ending.add(() => offered?.service.close())
  if (offered !== null)
    say(`A local service with ${offered.images.toLocaleString('en-US')} sample pictures is at ${offered.service.url}.`)
  return { profile: profile.folder, choice, offered }
}

async function open(parts: StartParts, ground: Ground): Promise<OpenedApp> {
  const { options, ending, say } = parts
  const { profile, choice } = ground
  const app = await openIn(parts, ground).catch(async (error: unknown) => {
    if (error instanceof AppDidNotOpen && error.exitCode === 0 && !ending.signal.aborted)
      throw new CliError(
        `Proofsheet is open on ${profile} already. Go on there, or choose another one with --profile.`,
        BAD_INPUT
      )
    if (choice.shell === 'host' || options.electron || ending.signal.aborted) throw error
    // Its own sandbox may be forbidden here, for one, which only the attempt shows.
    say(`Electron did not open; its last words:\n${lastWords(error)}`)
    const host = await chooseShell(PROJECT_ROOT, { shell: 'host', isHeadless: options.headless }, say)
    return openIn(parts, { ...ground, choice: host })
  })
  if (options.remoteDebuggingPort !== null) sayWhere(say, app)
  return app
}

function openIn({ say, options, ending }: StartParts, { choice, profile }: Ground): Promise<OpenedApp> {
  const { shell, env, args, isVisible } = choice
  const why = options.host ? '' : ' (no Electron here, the same program)'
  const name = shell === 'electron' ? 'Electron' : `the Chromium host${why}`
  say(`Opening Proofsheet in ${name}${isVisible ? '' : ', without a window'}…`)
  const debuggingPort = options.remoteDebuggingPort ?? 0
  const opening = openApp({ shell, profile, env, args, size: WINDOW, debuggingPort, signal: ending.signal })
  // Also when the end is asked for while it opens.
  ending.add(() => opening.then(leave, () => undefined))
  return opening
}

const lastWords = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n').slice(-3).join('\n')

/** Where its window can be debugged. */
export function sayWhere(say: (sentence: string) => void, app: OpenedApp): void {
  const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(app.stderr())?.[1] ?? '?'
  say(`Developer tools can connect to http://127.0.0.1:${port}.`)
}

export async function leave(app: OpenedApp): Promise<void> {
  const limit = setTimeout(() => void app.kill(), LEAVE_LIMIT_MS)
  await app.close()
  clearTimeout(limit)
}

/** Whether the sample's pictures are to come. What keeps the library shut is on the screen, with what can be done. */
export async function connect(
  { say }: Pick<StartParts, 'say'>,
  app: OpenedApp,
  { offered, profile }: Ground
): Promise<boolean> {
  if (offered === null) return false
  try {
    if (await connectSample(app, offered, profile)) return true
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
async function showPicture(app: OpenedApp, hasPictures: boolean, { ending, say }: StartParts): Promise<void> {
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
