/** Starts a service on a port with hazards, behind a front if one of them needs it. */
import { MOUNT } from './dialects/read-method.ts'
import type { CertificateKind } from './front/certificates.ts'
import { startFront, type Front } from './front/front.ts'
import { faultHook, pictureFault, wireHook, type HazardPlay } from './hazards/play-hazard.ts'
import { startReferenceService, type RunningService, type ServerOptions } from './server.ts'

export interface HazardOptions extends ServerOptions {
  readonly plays: readonly HazardPlay[]
  /** Whether to use https, with a valid certificate unless a hazard concerns certificates. */
  readonly isSecure?: boolean
  /** Delay function of the front; defaults to a timer. */
  readonly wait?: (ms: number) => Promise<void>
}

export interface HazardService {
  /** Scheme, host and port of the front or the service. */
  readonly url: string
  /** Address to connect to, the same for both groups: `url` with the path prefix of the API. */
  readonly address: string
  /** PEM of the authority to trust; `null` without TLS. */
  readonly trusted: string | null
  readonly service: RunningService
  /** `null` if the service is reached directly. */
  readonly front: Front | null
  close(): Promise<void>
}

/** Rejects if the port is unavailable (`code` EADDRINUSE, EACCES), and then leaves nothing running. */
export async function startWithHazards(options: HazardOptions): Promise<HazardService> {
  const { plays, isSecure = false, wait, port = 0, faults, ...serverOptions } = options
  const certificate = certificateOf(plays) ?? (isSecure ? 'good' : null)
  const needsFront = certificate !== null || plays.some(({ hazard }) => hazard.level === 'wire')
  const hazardFaults = faultHook(plays)
  const service = await startReferenceService({
    ...serverOptions,
    port: needsFront ? 0 : port,
    faults: (subject) => hazardFaults(subject) ?? faults?.(subject) ?? null,
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
