/** The rig of a history: an unreliable network, two accounts, and a witness of every request. */
import type { BothGroups } from '../../../src/main/engine/sync/sync-loop.ts'
import { MOUNT } from '../../../src/reference-service/dialects/read-method.ts'
import type { FaultSubject } from '../../../src/reference-service/faults.ts'
import type { WireFault } from '../../../src/reference-service/front/play-wire.ts'
import { ReferenceService } from '../../../src/reference-service/reference-service.ts'
import type { SendResponse, SendRequest } from '../../../src/shared/send.ts'
import { type Run, SyncRig } from '../../helpers/sync-rig.ts'
import { Chance } from '../history-chance.ts'
import { PaceWatch } from './pace-watch.ts'
import { dialectIn, type HistoryPlan } from './plan.ts'
import { FaultInjector, unreadOf } from './fault-injector.ts'
import { Witness } from './witness.ts'

const NEVER = new Promise<never>(() => undefined)
const SLOW_BODY_MS = 2_000

export class HistoryRig extends SyncRig {
  readonly plan: HistoryPlan
  readonly injector: FaultInjector
  readonly witness: Witness
  /** Called for requests whose responses may be wrong. */
  onLie: (subject: FaultSubject) => void = () => undefined
  /** The account of the key in use for images. `other`: another account, which is empty. */
  account: 'ours' | 'other' = 'ours'
  /** The service of the other account. */
  readonly other: ReferenceService
  /** The key of a request is fixed when it leaves. */
  readonly #sentTo = new WeakMap<SendRequest, 'ours' | 'other'>()
  readonly #arrived = new WeakSet<SendRequest>()
  /** For the current life of the program. */
  #pace: PaceWatch
  /** Number of starts of the program. */
  #lives = 0

  constructor(plan: HistoryPlan) {
    const { seed, world } = plan
    const { images, projects, perMinute, storeDelayMs, latencyMs } = world
    const dialect = dialectIn(world)
    super({ seed, images, projects, perMinute, storeDelayMs, latencyMs, dialect })
    this.plan = plan
    this.#pace = this.#newPace()
    this.resends = world.resends
    this.injector = new FaultInjector(new Chance(seed * 104_729), (subject) => this.onLie(subject))
    const { clock } = this
    const serviceClock = { now: () => clock.now(), wait: (ms: number) => this.wait(ms) }
    this.other = new ReferenceService({ images: 0, projects: 0, perMinute: 0, dialect, clock: serviceClock })
    this.witness = new Witness({ clock, dialect })
    this.witness.watch(this.service, 'ours')
    this.witness.watch(this.other, 'other')
    for (const service of [this.service, this.other])
      service.change({ faults: (subject) => this.injector.atService(subject) })
  }

  get lives(): number {
    return this.#lives
  }

  get pace(): Pick<PaceWatch, 'requests' | 'refused'> {
    return this.#pace
  }

  override groups(): BothGroups {
    const { images, projects } = super.groups()
    const below = dialectIn(this.plan.world).mount === 'below' ? MOUNT : ''
    return {
      images: { ...images, address: images.address + below },
      projects: { ...projects, address: projects.address + below }
    }
  }

  override start(): Run {
    this.#lives += 1
    this.#pace = this.#newPace()
    this.witness.begin(this.#lives)
    return super.start()
  }

  override async send(request: SendRequest): Promise<SendResponse> {
    const life = this.#lives
    this.#sentTo.set(request, this.account)
    const pace = this.#pace
    pace.leaves(request)
    this.witness.leaves(request, life)
    const response = await this.#travel(request)
    pace.comesBack(request, response.kind === 'response')
    this.witness.comesBack(request, response, life)
    return response
  }

  async #travel(request: SendRequest): Promise<SendResponse> {
    await this.wait(this.latencyMs)
    return this.down === null ? this.inTime(request) : this.failed(this.down, false)
  }

  override serviceFor(request: SendRequest): ReferenceService {
    const isOther = request.slot === 'images' && this.#sentTo.get(request) === 'other'
    return isOther ? this.other : super.serviceFor(request)
  }

  protected override async ask(request: SendRequest): Promise<SendResponse> {
    this.injector.isAgain = this.#arrived.has(request)
    const fault = this.injector.onTheWay()
    if (fault?.kind === 'untrusted') return this.failed(fault.code, false)
    const wire = fault?.wire ?? null
    const instead = wire === null ? null : this.#insteadOfArriving(request, wire)
    if (instead !== null) return instead
    // A request marked `once` uses a fresh socket and is never repeated by the network.
    if (!request.once && this.injector.isDoubled()) {
      void this.#arrive(request)
      this.injector.isAgain = true
    }
    this.#arrived.add(request)
    const response = readable(await this.#arrive(request), (code) => this.failed(code, true))
    return this.#onTheWayBack(response, wire)
  }

  #newPace(): PaceWatch {
    const { rate } = dialectIn(this.plan.world)
    const isReported = rate !== 'none' && rate !== 'retry-after'
    return new PaceWatch({ clock: this.clock, roundTripMs: 2 * this.latencyMs + 1, isReported })
  }

  async #arrive(request: SendRequest): Promise<SendResponse> {
    const { entries } = this.service.log
    const place = entries.length
    const pending = super.ask(request)
    // Refusals of the other account are not counted.
    const entry = entries[place]
    if (entry !== undefined) this.#pace.arrives(request)
    const response = await pending
    if (entry?.status === 429 && entry.fault === null) this.#pace.isRefused(request)
    return response
  }

  /** `null` if the request arrives. */
  #insteadOfArriving(request: SendRequest, wire: WireFault): SendResponse | Promise<never> | null {
    if (wire.kind === 'reset-before') return this.failed('connection-lost', true)
    if (wire.kind === 'reset-reused') return request.once ? null : this.failed('connection-lost', true)
    if (wire.kind === 'silent') return NEVER
    if (wire.kind === 'not-http') return this.failed('not-understood', true)
    if (wire.kind !== 'redirect') return null
    const location = wire.to === 'login' ? 'http://service.test/login' : 'http://service.test/moved'
    const response = this.failed('redirected', true)
    return response.kind === 'failed' ? { ...response, location } : response
  }

  async #onTheWayBack(response: SendResponse, wire: WireFault | null): Promise<SendResponse> {
    if (wire?.kind === 'slow') await this.wait(SLOW_BODY_MS)
    if (wire?.kind === 'stalled') return NEVER
    const isLost = wire?.kind === 'reset-after' || wire?.kind === 'truncated'
    const lateMs = this.injector.lateMs()
    if (lateMs > 0) await this.wait(lateMs)
    return isLost ? this.failed('connection-lost', true) : response
  }
}

const PROXY_STATUS = 407

/** Converts a response as Chromium does: redirects, proxy responses, and undecodable bodies become failures. */
function readable(
  response: SendResponse,
  failed: (code: 'connection-lost' | 'redirected' | 'response-too-large') => SendResponse
) {
  if (response.kind === 'failed') return response
  const unread = unreadOf(response.headers)
  if (unread === 'response-too-large' || unread === 'connection-lost') return failed(unread)
  if (response.status === PROXY_STATUS) return failed('connection-lost')
  return response.status >= 300 && response.status < 400 ? failed('redirected') : response
}
