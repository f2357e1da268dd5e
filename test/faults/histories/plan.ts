/** A history as data: generated completely before it is played, so that it can be printed, shortened, and replayed. */
import { DIALECTS, STANDARD, type DialectName } from '../../../src/reference-service/dialects/dialects.ts'
import type { ServiceDialect, Switch } from '../../../src/reference-service/dialects/switches.ts'

/** Possible events of a history, by origin: the user, another client, the environment, the end of the program. */
export const ACTS = [
  'star',
  'freeze',
  'star-frozen',
  'rename',
  'delete',
  'create',
  'edit-create',
  'delete-project',
  'undo',
  'stop',
  'hold',
  'send-first',
  'repair',
  'pause',
  'ask-again',
  'removals',
  'key',
  'elsewhere',
  'network',
  'disk-fault',
  'disk-full',
  'kill',
  'close',
  'wake'
] as const
export type Act = (typeof ACTS)[number]

export interface Step {
  readonly act: Act
  /** Seed of the act's random choices, independent of the other steps. */
  readonly seed: number
  /** Virtual ms that pass after the act. */
  readonly afterMs: number
}

/** Permanent properties of the service and the network. */
export interface World {
  readonly dialect: DialectName
  readonly switches: Partial<ServiceDialect>
  readonly images: number
  readonly projects: number
  /** Requests per minute; 0 = no limit. */
  readonly perMinute: number
  readonly storeDelayMs: number
  readonly latencyMs: number
  /** A request that finds its reused socket dead is sent once more. */
  readonly resends: boolean
  /** Updates on this connection passed the first-update check long ago and need no stages. */
  readonly isTrusted: boolean
  /** The service may return wrong data. */
  readonly lies: boolean
}

export interface HistoryPlan {
  readonly seed: number
  readonly world: World
  readonly steps: readonly Step[]
}

/** The dialect of a world: a named one, with single switches changed. */
export function dialectIn({ dialect, switches }: World): ServiceDialect {
  return { ...STANDARD, ...DIALECTS[dialect].changes, ...switches }
}

/** Describes a world in one line: "dialect B, put=replaces; 40 images, 600/min, 300 ms each way". */
export function worldText(world: World): string {
  const switches = Object.entries(world.switches).map(([name, value]) => `, ${name as Switch}=${value}`)
  const pace = world.perMinute === 0 ? 'no limit' : `${world.perMinute}/min`
  const more = [
    ...(world.storeDelayMs > 0 ? [`creates take ${world.storeDelayMs / 1_000} s`] : []),
    ...(world.resends ? ['resends after a dead socket'] : []),
    ...(world.isTrusted ? [] : ['before the first-update check']),
    ...(world.lies ? ['the service may return wrong data'] : [])
  ]
  const suffix = more.map((one) => `, ${one}`).join('')
  return `dialect ${world.dialect}${switches.join('')}; ${world.images} images, ${pace}, ${world.latencyMs} ms each way${suffix}`
}

/** Whether the first update empties what it does not carry, which the user then decides about. */
export function isForgetful(world: World): boolean {
  return ['replaces', 'blanks-name'].includes(dialectIn(world).put)
}
