/** A service on a port with its hazards, behind a front where one of them needs it. */
import { MOUNT } from './dialects/read-method.ts'
import type { CertificateKind } from './front/certificates.ts'
import { startFront, type Front } from './front/front.ts'
import { faultHook, pictureFault, wireHook, type HazardPlay } from './hazards/play-hazard.ts'
import { startReferenceService, type RunningService, type ServerOptions } from './server.ts'

export interface HazardOptions extends ServerOptions {
  readonly plays: readonly HazardPlay[]
  /** Speaks https with a good certificate where no hazard is about certificates. */
  readonly isSecure?: boolean
  /** Waiting of the front; the timer of the machine unless told. */
  readonly wait?: (ms: number) => Promise<void>
}

export interface HazardService {
  /** Scheme, host and port of what listens in front. */
  readonly url: string
  /** Address to connect to, for both groups: the same, with the path below which the interface stands. */
  readonly address: string
  /** PEM of the authority to trust; null where no TLS is spoken. */
  readonly trusted: string | null
  readonly service: RunningService
  /** null where the service is reached directly. */
  readonly front: Front | null
  close(): Promise<void>
}

/** Rejects when the port cannot be had (`code` EADDRINUSE, EACCES). A front that cannot listen leaves nothing behind. */
export async function startWithHazards(options: HazardOptions): Promise<HazardService> {
  const { plays, isSecure = false, wait, port = 0, faults, ...rest } = options
  const certificate = certificateOf(plays) ?? (isSecure ? 'good' : null)
  const needsFront = certificate !== null || plays.some(({ hazard }) => hazard.level === 'wire')
  const played = faultHook(plays)
  const service = await startReferenceService({
    ...rest,
    port: needsFront ? 0 : port,
    faults: (subject) => played(subject) ?? faults?.(subject) ?? null,
    pictureFault: pictureFault(plays)
  })
  if (!needsFront)
    return { ...addressed(service.url, service), trusted: null, service, front: null, close: () => service.close() }
  try {
    const front = await startFront({
      target: service.url,
      port,
      faults: wireHook(plays),
      ...(certificate === null ? {} : { certificate }),
      ...(wait === undefined ? {} : { wait })
    })
    const close = async (): Promise<void> => void (await Promise.all([service.close(), front.close()]))
    return { ...addressed(front.url, service), trusted: front.trusted, service, front, close }
  } catch (error) {
    await service.close()
    throw error
  }
}

const addressed = (url: string, { settings }: RunningService): { url: string; address: string } => ({
  url,
  address: settings.dialect.mount === 'below' ? url + MOUNT : url
})

function certificateOf(plays: readonly HazardPlay[]): CertificateKind | null {
  const kinds = plays.flatMap(({ hazard }) => (hazard.level === 'certificate' ? [hazard.certificate] : []))
  return kinds[0] ?? null
}
