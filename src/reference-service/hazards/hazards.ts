/** List of all hazards, shared by the conformance suite, the command line and docs/service.md. */
import type { Hazard, HazardBody } from './hazard.ts'
import { LIST_HAZARDS, PAGE_HAZARDS } from './list-hazards.ts'
import { PICTURE_HAZARDS } from './picture-hazards.ts'
import { RECORD_HAZARDS } from './record-hazards.ts'
import { STATUS_HAZARDS, PACE_HAZARDS } from './status-hazards.ts'
import { TEXT_HAZARDS, ENCODING_HAZARDS } from './text-hazards.ts'
import { CERTIFICATE_HAZARDS, WIRE_HAZARDS } from './wire-hazards.ts'

const GROUPS = {
  'Responses from something else': PAGE_HAZARDS,
  'Response text': TEXT_HAZARDS,
  Encodings: ENCODING_HAZARDS,
  Statuses: STATUS_HAZARDS,
  'Rate limits': PACE_HAZARDS,
  Records: RECORD_HAZARDS,
  Lists: LIST_HAZARDS,
  Pictures: PICTURE_HAZARDS,
  Connections: WIRE_HAZARDS,
  Certificates: CERTIFICATE_HAZARDS
} as const

type Groups = typeof GROUPS
/** Names of all hazards. */
export type HazardId = { [G in keyof Groups]: keyof Groups[G] }[keyof Groups]

export interface HazardGroup {
  readonly title: string
  readonly hazards: readonly Hazard[]
}

export const HAZARD_GROUPS: readonly HazardGroup[] = Object.entries(GROUPS).map(([title, bodies]) => ({
  title,
  hazards: Object.entries<HazardBody>(bodies).map(([id, body]) => ({ id, ...body }))
}))

export const HAZARDS: readonly Hazard[] = HAZARD_GROUPS.flatMap(({ hazards }) => hazards)

const BY_ID: ReadonlyMap<string, Hazard> = new Map(HAZARDS.map((hazard) => [hazard.id, hazard]))

/** Returns the hazard with this id; `undefined` if there is none. */
export const hazardOf = (id: string): Hazard | undefined => BY_ID.get(id)
