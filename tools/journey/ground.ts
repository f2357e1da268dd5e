/** The setup of a journey: a stage, the faults of its service, and time limits. */
import { planFaults } from '../../src/reference-service/fault-plan.ts'
import type { Style } from '../../src/shared/image.ts'
import { openStage, type Stage } from '../../drivers/stage.ts'
import { ask } from '../../drivers/window-bridge.ts'
import { favoritesAll, type JourneyOptions } from './options.ts'

export interface Ground extends Stage {
  readonly options: JourneyOptions
  readonly say: (text: string) => void
  /** Number of occurrences of each fault so far. */
  readonly faultsMet: ReadonlyMap<string, number>
}

/** A style of many images with every seed. */
export const STYLE = 'anime' satisfies Style
/** The service creates a picture within the request. */
const STORE = { storeDelayMs: 300, storeSpreadMs: 900 }
const PATIENCE_MS = 600_000
/** Faults cause retries, a probe each minute, and three lookups over ten minutes. */
const PATIENCE_UNDER_FAULTS_MS = 1_800_000

/** Runs the steps with a new setup, and removes it. */
export async function onGround<T>(
  options: JourneyOptions,
  say: Ground['say'],
  steps: (ground: Ground) => Promise<T>
): Promise<T> {
  const { images, perMinute, seed, resend } = options
  const plan = planFaults({ share: options.faults, seed })
  const stage = await openStage({ images, perMinute, seed, ...STORE, faults: plan.hook, pictureFault: null })
  const env = resend ? { CHROMIUM_RESENDS: '2' } : {}
  try {
    return await steps({ ...stage, options, say, faultsMet: plan.met, open: () => stage.open({ env }) })
  } finally {
    await stage.close()
  }
}

export const patienceMs = ({ options }: Ground): number => (options.faults > 0 ? PATIENCE_UNDER_FAULTS_MS : PATIENCE_MS)

/** Returns the IDs of the images that the journey favorites. */
export function favoritedBy({ service, options }: Ground): ReadonlySet<number> {
  const all = [...service.truth.images.values()]
  const chosen = favoritesAll(options) ? all : all.filter((record) => record.style === STYLE)
  return new Set(chosen.map((record) => record.id))
}

/** A minute plus twice the time that the service's rate limit requires. */
export function sendLimitMs(ground: Ground, sent: number): number {
  const { perMinute, faults } = ground.options
  const paced = perMinute === 0 ? sent * 20 : (sent / perMinute) * 60_000
  return (faults > 0 ? patienceMs(ground) : 60_000) + 2 * paced
}

export async function readBlock({ page }: Ground): Promise<number> {
  return (await ask(page(), 'getDiagnostics', null)).longestMainBlockMs
}
