/** A history as data: drawn whole before anything happens, so that it can be printed, cut short and played again. */
import { DIALECTS, STANDARD, type DialectName } from '../../../src/reference-service/dialects/dialects.ts'
import type { ServiceDialect, Switch } from '../../../src/reference-service/dialects/switches.ts'

/** What may happen in a history, by who does it: the person, another client, the world around, the program's end. */
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
  /** Of everything else that the act leaves to chance: the same whatever other steps there are. */
  readonly seed: number
  /** Virtual ms that go by after it. */
  readonly afterMs: number
}

/** The service and the network as they are all the time. */
export interface World {
  readonly dialect: DialectName
  readonly switches: Partial<ServiceDialect>
  readonly images: number
  readonly projects: number
  /** Requests a minute; 0 = no limit. */
  readonly perMinute: number
  readonly storeDelayMs: number
  readonly latencyMs: number
  /** What finds its reused socket dead is sent once more. */
  readonly resends: boolean
  /** Updates on this connection were tried long ago: they need no stages any more. */
  readonly isTrusted: boolean
  /** The service may say what is not so. */
  readonly lies: boolean
}

export interface HistoryPlan {
  readonly seed: number
  readonly world: World
  readonly steps: readonly Step[]
}

/** The dialect of a world: a named one with single switches over it. */
export function dialectIn({ dialect, switches }: World): ServiceDialect {
  return { ...STANDARD, ...DIALECTS[dialect].changes, ...switches }
}

/** One line: "dialect B, put=replaces; 40 images, 600/min, 300 ms each way". */
export function tellWorld(world: World): string {
  const switches = Object.entries(world.switches).map(([name, value]) => `, ${name as Switch}=${value}`)
  const pace = world.perMinute === 0 ? 'no limit' : `${world.perMinute}/min`
  const more = [
    ...(world.storeDelayMs > 0 ? [`creates take ${world.storeDelayMs / 1_000} s`] : []),
    ...(world.resends ? ['sends again what finds its socket dead'] : []),
    ...(world.isTrusted ? [] : ['not tried yet']),
    ...(world.lies ? ['the service may lie'] : [])
  ]
  const rest = more.map((one) => `, ${one}`).join('')
  return `dialect ${world.dialect}${switches.join('')}; ${world.images} images, ${pace}, ${world.latencyMs} ms each way${rest}`
}

/** Whether the first update empties what it does not carry, which the user then decides about. */
export function isForgetful(world: World): boolean {
  return ['replaces', 'blanks-name'].includes(dialectIn(world).put)
}
