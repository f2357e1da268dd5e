/** Options and settings of the service. */
import { STANDARD } from './dialects/dialects.ts'
import type { ServiceDialect } from './dialects/switches.ts'
import type { FaultHook, PictureFault } from './faults.ts'

export interface ServiceClock {
  /** ms since epoch. */
  now(): number
  /** Resolves after this many ms. */
  wait(ms: number): Promise<void>
}

/** Settings that may change while the service runs (`service.change`). */
export interface ServiceSettings {
  /** Dialect of the service; `dialectOf` creates one. */
  readonly dialect: ServiceDialect
  readonly imagesKey: string
  readonly projectsKey: string
  /** Requests per minute and address, including failed sign-ins; 0 = unlimited. */
  readonly perMinute: number
  /** Duration of a create, because the picture is generated within the request. */
  readonly storeDelayMs: number
  /** Maximum additional duration of a create, random for each. */
  readonly storeSpreadMs: number
  /** Latency added to every response. */
  readonly responseDelayMs: number
  /** Overrides `demands` of the dialect with strict. */
  readonly strictResults: boolean
  /** Overrides `results` of the dialect: included in list and show, unlike on most such services. */
  readonly listResults: boolean
  /** Overrides `description` of the dialect: included in list and show, unlike on most such services. */
  readonly listDescriptions: boolean
  /** Creates left before the quota rejects (422 on `name`); `null` for no quota. */
  readonly imageQuota: number | null
  /** Default page sizes of the operator. */
  readonly imagesPerPage: number
  readonly projectsPerPage: number
  /** Called for every API request; may replace or drop its response. `null` for no faults. */
  readonly faults: FaultHook | null
  /** Fault of every picture file; `null` for none. */
  readonly pictureFault: PictureFault | null
}

export interface ServiceOptions extends Partial<ServiceSettings> {
  /** Number of generated images at the start. */
  readonly images?: number
  readonly projects?: number
  /** The same seed gives the same records. */
  readonly seed?: number
  readonly clock?: ServiceClock
  /** Returns a number in [0, 1) that selects the motif of created images. */
  readonly random?: () => number
}

export const DEFAULT_IMAGES = 2000
export const DEFAULT_PROJECTS = 38

/** Demo keys, which protect only generated data on this computer. */
export const DEMO_IMAGES_KEY = 'demo-images-key-0f3c9a71'
export const DEMO_PROJECTS_KEY = 'demo-projects-key-58be24d6'

export const DEFAULT_SETTINGS: ServiceSettings = {
  dialect: STANDARD,
  imagesKey: DEMO_IMAGES_KEY,
  projectsKey: DEMO_PROJECTS_KEY,
  perMinute: 60,
  storeDelayMs: 0,
  storeSpreadMs: 0,
  responseDelayMs: 0,
  strictResults: false,
  listResults: false,
  listDescriptions: false,
  imageQuota: null,
  imagesPerPage: 100,
  projectsPerPage: 10,
  faults: null,
  pictureFault: null
}

/** System clock. */
export const systemClock: ServiceClock = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms))
}

/** Returns the current dialect with the settings that override it. */
export function activeDialect(settings: ServiceSettings): ServiceDialect {
  const { dialect, strictResults, listResults, listDescriptions } = settings
  return {
    ...dialect,
    ...(strictResults ? { demands: 'strict' } : {}),
    ...(listResults ? { results: 'list' } : {}),
    ...(listDescriptions ? { description: 'included' } : {})
  }
}
