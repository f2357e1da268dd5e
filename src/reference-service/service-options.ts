/** Everything a test or a person can choose about the service, with the meaning of each switch. */
import { STANDARD } from './dialects/dialects.ts'
import type { ServiceDialect } from './dialects/switches.ts'
import type { FaultHook } from './faults.ts'
import type { PictureFault } from './picture-fault.ts'

export interface ServiceClock {
  /** ms since epoch. */
  now(): number
  /** Resolves after that many ms. */
  wait(ms: number): Promise<void>
}

/** Switches that may change while the service runs (`service.change`). */
export interface ServiceSettings {
  /** What the service speaks; `dialectOf` makes one. */
  readonly dialect: ServiceDialect
  readonly imagesKey: string
  readonly projectsKey: string
  /** Requests a minute for one address, failed sign-ins included; 0 = unlimited. */
  readonly perMinute: number
  /** A create takes this long, as the picture is made inside the request. */
  readonly storeDelayMs: number
  /** Up to so much more, differently for each. */
  readonly storeSpreadMs: number
  /** Added to every answer: latency. */
  readonly answerDelayMs: number
  /** Lies over the dialect: `demands` is strict. */
  readonly strictResults: boolean
  /** Lies over the dialect: `results` in list and show. Most services of this kind do not. */
  readonly listResults: boolean
  /** Lies over the dialect: `description` in list and show. Most services of this kind do not. */
  readonly listDescriptions: boolean
  /** Creates left before the quota refuses (422 on `name`); null = no quota. */
  readonly imageQuota: number | null
  /** The operator's page sizes where the caller sends none. */
  readonly imagesPerPage: number
  readonly projectsPerPage: number
  /** Called for every API request; may replace or lose its answer. null = no faults. */
  readonly faults: FaultHook | null
  /** What is wrong with every picture file; null = nothing. */
  readonly pictureFault: PictureFault | null
}

export interface ServiceOptions extends Partial<ServiceSettings> {
  /** Generated records at the start. */
  readonly images?: number
  readonly projects?: number
  /** Same seed, same records. */
  readonly seed?: number
  readonly clock?: ServiceClock
  /** 0 to below 1: picks the motif of what is created. */
  readonly random?: () => number
}

export const DEFAULT_IMAGES = 2000
export const DEFAULT_PROJECTS = 38

/** Keys of a demonstration: they guard invented data on this computer only. */
export const DEMO_IMAGES_KEY = 'demo-images-key-0f3c9a71'
export const DEMO_PROJECTS_KEY = 'demo-projects-key-58be24d6'

export const DEFAULT_SETTINGS: ServiceSettings = {
  dialect: STANDARD,
  imagesKey: DEMO_IMAGES_KEY,
  projectsKey: DEMO_PROJECTS_KEY,
  perMinute: 60,
  storeDelayMs: 0,
  storeSpreadMs: 0,
  answerDelayMs: 0,
  strictResults: false,
  listResults: false,
  listDescriptions: false,
  imageQuota: null,
  imagesPerPage: 100,
  projectsPerPage: 10,
  faults: null,
  pictureFault: null
}

/** The clock of the machine. */
export const systemClock: ServiceClock = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms))
}

/** The dialect of this moment, with the settings that lie over it. */
export function spokenDialect(settings: ServiceSettings): ServiceDialect {
  const { dialect, strictResults, listResults, listDescriptions } = settings
  return {
    ...dialect,
    ...(strictResults ? { demands: 'strict' } : {}),
    ...(listResults ? { results: 'list' } : {}),
    ...(listDescriptions ? { description: 'included' } : {})
  }
}
