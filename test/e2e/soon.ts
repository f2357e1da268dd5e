/** How end-to-end tests wait, and what they tell when they fail. */
import { afterEach, expect } from 'vitest'
import { openStages, PATIENCE_MS, readLog, type Stage } from '../../drivers/stage.ts'

/**
 * Polls until the expectation holds, but not before every open window has answered what was done in it. Otherwise a
 * state that the window already showed before the last key press would pass at once.
 */
export function soon<T>(read: () => T | Promise<T>) {
  const state = { isAnswered: false }
  const readAnswered = async (): Promise<T> => {
    if (!state.isAnswered) for (const stage of openStages) await stage.answered()
    state.isAnswered = true
    return read()
  }
  return expect.poll(readAnswered, { timeout: PATIENCE_MS, interval: 100 })
}

// A failure that only another machine shows must be explained by its output alone.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const stage of openStages) console.error(await describeScene(stage))
})

const LAST_LINES = 25
const SHOWN_LENGTH = 600
const SHORT_MS = 2_000

/** What the window shows and the last lines of the app's log. */
async function describeScene({ app, profile }: Stage): Promise<string> {
  const log = readLog(profile).slice(-LAST_LINES)
  const shown = await shownText(app).catch((error: unknown) => String(error))
  return ['The window shows:', shown.slice(0, SHOWN_LENGTH), 'The log ends with:', ...log].join('\n')
}

const shownText = async (app: Stage['app']): Promise<string> =>
  app().page.locator('body').innerText({ timeout: SHORT_MS })
