/** What a hazard is: something that goes wrong at a service or on the way to it, with a name. */
import type { Fault, FaultSubject } from '../faults.ts'
import type { CertificateKind } from '../front/certificates.ts'
import type { WireFault } from '../front/play-wire.ts'
import type { PictureFault } from '../picture-fault.ts'
import type { Operation } from '../routes.ts'

/** Whether the service has done what was asked, although the answer may not say so. */
export type HazardWork = 'done' | 'not-done'

interface Named {
  /** What the caller meets, for people. */
  readonly sentence: string
  /** Operations it can be played on; empty for pictures and certificates, which belong to none. */
  readonly operations: readonly Operation[]
  readonly work: HazardWork
}

/**
 * Where it is played. `answer`: in the service, in process too. `bytes`: in the service, but only a port shows it, as
 * the answer is not text. `picture`: where picture files are served. `wire`, `certificate`: by a front before it.
 */
export type PlayedBy =
  /** null = not with this request. */
  | { readonly level: 'answer' | 'bytes'; readonly fault: (subject: FaultSubject) => Fault | null }
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
/** Those that answer with records of images. */
export const IMAGES = [
  'list-images',
  'show-image',
  'store-image',
  'update-image'
] as const satisfies readonly Operation[]

/** A hazard of the answer that is the same for each request. */
export const always = (fault: Fault): { level: 'answer'; fault: () => Fault } => ({
  level: 'answer',
  fault: () => fault
})

const WORDS: Readonly<Record<string, readonly Operation[]>> = {
  list: ['list-images', 'list-projects'],
  show: ['show-image'],
  store: ['store-image'],
  update: ['update-image'],
  delete: ['delete-image', 'delete-project']
}

/** As `-on-` takes it: "list, delete-image"; "all" for every operation. */
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
