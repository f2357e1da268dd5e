/** Types of hazards: named faults of a service or of the connection to it. */
import type { Fault, FaultSubject, PictureFault } from '../faults.ts'
import type { CertificateKind } from '../front/certificates.ts'
import type { WireFault } from '../front/play-wire.ts'
import type { Operation } from '../routes.ts'

/** Whether the service has done the request, regardless of the response. */
export type HazardWork = 'done' | 'not-done'

interface Named {
  /** Description for documents and the command line. */
  readonly sentence: string
  /** Operations that can have it; empty for pictures and certificates. */
  readonly operations: readonly Operation[]
  readonly work: HazardWork
}

/**
 * Level at which a hazard is played. `response`: in the service, also in process. `bytes`: in the service, but only
 * visible through a port, because the response is not text. `picture`: for picture files. `wire`, `certificate`: by a
 * front before the service.
 */
export type PlayedBy =
  /** Returns the fault of a request; `null` for none. */
  | { readonly level: 'response' | 'bytes'; readonly fault: (subject: FaultSubject) => Fault | null }
  | { readonly level: 'picture'; readonly picture: PictureFault }
  | { readonly level: 'wire'; readonly wire: WireFault }
  | { readonly level: 'certificate'; readonly certificate: CertificateKind }

export type HazardBody = Named & PlayedBy
export type Hazard = HazardBody & { readonly id: string }

const READS = ['list-images', 'show-image', 'list-projects'] as const satisfies readonly Operation[]
export const LISTS = ['list-images', 'list-projects'] as const satisfies readonly Operation[]
export const DELETES = ['delete-image', 'delete-project'] as const satisfies readonly Operation[]
export const WRITES = ['store-image', 'update-image', ...DELETES] as const satisfies readonly Operation[]
export const ALL = [...READS, ...WRITES] as const satisfies readonly Operation[]
/** Operations that return image records. */
export const IMAGES = [
  'list-images',
  'show-image',
  'store-image',
  'update-image'
] as const satisfies readonly Operation[]

/** Creates a hazard of the response that is the same for each request. */
export const always = (fault: Fault): { level: 'response'; fault: () => Fault } => ({
  level: 'response',
  fault: () => fault
})

const WORDS: Readonly<Record<string, readonly Operation[]>> = {
  list: ['list-images', 'list-projects'],
  show: ['show-image'],
  store: ['store-image'],
  update: ['update-image'],
  delete: ['delete-image', 'delete-project']
}

/** Formats the operations for `-on-`: "list, delete-image"; "all" for every operation. */
export function operationWords({ level, operations }: Hazard): string {
  if (level === 'picture') return 'picture files'
  if (level === 'certificate') return 'connections'
  if (operations.length === ALL.length) return 'all'
  return Object.entries(WORDS)
    .flatMap(([word, meant]) => {
      const named = meant.filter((operation) => operations.includes(operation))
      return named.length === meant.length ? [word] : named
    })
    .join(', ')
}
