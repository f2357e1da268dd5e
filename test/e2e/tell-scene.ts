/** Prints the content of each window when an end-to-end test fails; loaded before each file (vitest.config.ts). */
import { afterEach } from 'vitest'
import { openStages, readLog, type Stage } from '../../drivers/stage.ts'

// The output alone must explain a failure that occurs only on another machine.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const stage of openStages) console.error(await describeScene(stage))
})

const LAST_LINES = 25
const SHOWN_LENGTH = 600
const SHORT_MS = 2_000

/** The text of the window and the last lines of the app's log. */
async function describeScene({ app, profile }: Stage): Promise<string> {
  const log = readLog(profile).slice(-LAST_LINES)
  const shown = await shownText(app).catch((error: unknown) => String(error))
  return ['The window shows:', shown.slice(0, SHOWN_LENGTH), 'The log ends with:', ...log].join('\n')
}

const shownText = async (app: Stage['app']): Promise<string> =>
  app().page.locator('body').innerText({ timeout: SHORT_MS })
