/** Plays a hazard on an act, and checks the outcome and what must never happen. */
import { entryResults } from '../../src/main/engine/domain/entry-results.ts'
import type { Outcome } from '../../src/main/engine/domain/outcome.ts'
import type { ServiceResult } from '../../src/main/engine/service/service-client.ts'
import type { Hazard } from '../../src/reference-service/hazards/hazard.ts'
import { faultHook, wireHook } from '../../src/reference-service/hazards/play-hazard.ts'
import type { Operation } from '../../src/reference-service/routes.ts'
import { failureSentence } from '../../src/copy/failures.ts'
import type { Failure } from '../../src/shared/failure.ts'
import type { Send } from '../../src/shared/send.ts'
import type { Group } from '../../src/shared/sync-status.ts'
import { ACT_CASES, failureOf, prepareStage, type Stage } from './acts.ts'
import { wordsOf, type Act } from './expected.ts'
import { clientOf, type FrontedPeer, type Line, type Peer } from './peer.ts'
import { seenProblems } from './seen.ts'

export interface Played {
  /** In the notation of the expectations. */
  readonly came: string
  /** Faults that no expectation allows. */
  readonly wrongs: readonly string[]
  /** Whether it counts as done although the service has not done it. */
  readonly isTooEarly: boolean
}

/** Timeout of hazards without a response. */
const SHORT_MS = 150
const NO_RESPONSE: ReadonlySet<string> = new Set(['silent', 'stalled-body'])
/** Resembles a key; part of the responses of hazards. */
const KEY_LIKE = 'sk-proj-0Vd3mZ9xQ7tLb2KcWn4RfHs8'
/** A missing record ends its deletion, whoever deleted it. */
const GONE_ALREADY: ReadonlySet<string> = new Set(['status-404', 'status-404-named', 'status-410'])

/** Returns the operation of the interface. */
export const operationOf = (act: Act): Operation => (act === 'rename-image' ? 'update-image' : act)

/** Plays a hazard of the service. */
export async function playCase(peer: Peer, hazard: Hazard, act: Act): Promise<Played> {
  peer.service.change({ faults: faultHook([{ hazard, operations: [operationOf(act)] }]) })
  const performed = await runAct(peer, act, peer.line)
  peer.service.change({ faults: null })
  return judged(peer, { hazard, act, ...performed })
}

/** Plays a hazard of the connection; suite.ts plays certificates. */
export async function playWireCase(peer: FrontedPeer, hazard: Hazard, act: Act): Promise<Played> {
  // A new line, because used sockets are a hazard of their own.
  const line = peer.openLine()
  try {
    if (hazard.id === 'reset-reused') await warmUp(peer, line, act)
    peer.front.change(wireHook([{ hazard, operations: [operationOf(act)] }]))
    const used = NO_RESPONSE.has(hazard.id) ? { ...line, send: withShortTimeout(line.send) } : line
    return judged(peer, { hazard, act, ...(await runAct(peer, act, used)) })
  } finally {
    peer.front.change(() => null)
    await line.close()
  }
}

/** Performs another act, so that the socket has been used. */
async function warmUp({ service, dialect }: Peer, line: Line, act: Act): Promise<void> {
  const { group, run } = ACT_CASES[act === 'list-projects' ? 'show-image' : 'list-projects']
  await run(clientOf(line, group), prepareStage(service.store, dialect))
}

interface Performed {
  readonly stage: Stage
  readonly response: ServiceResult<unknown>
}

/** Performs an act once, on its own records. */
export async function runAct({ service, dialect }: Peer, act: Act, line: Line): Promise<Performed> {
  const { group, run } = ACT_CASES[act]
  const stage = prepareStage(service.store, dialect)
  return { stage, response: await run(clientOf(line, group), stage) }
}

const withShortTimeout =
  (send: Send): Send =>
  (request) =>
    send({ ...request, timeoutMs: SHORT_MS })

interface Judgeable extends Performed {
  readonly hazard: Hazard | null
  readonly act: Act
}

/** Judges an act. `hazard` is `null` without one. */
export function judged({ service, dialect }: Peer, { hazard, act, stage, response }: Judgeable): Played {
  const { group, isDone } = ACT_CASES[act]
  const { outcome } = response
  const done = isDone === null ? null : isDone(service.store, stage)
  const fate = fateOf(act, outcome)
  const wanted = wantedFate(act, outcome.kind)
  const isRisk = (act === 'store-image' || act === 'delete-project') && fate === 'is sent again'
  const isTakenForDone = outcome.kind === 'applied' && !GONE_ALREADY.has(hazard?.id ?? '')
  const failure = failureOf(outcome)
  const wrongs = [
    ...(done === true && isRisk ? ['It would be sent again although the service has done it.'] : []),
    ...(isDone !== null && fate !== wanted ? [`Its entry ${fate ?? 'is lost'}, not ${wanted}.`] : []),
    ...(failure === null ? [] : leakProblems(failure, group, service.settings)),
    ...(outcome.kind === 'applied' ? seenProblems(hazard?.id ?? '', outcome.value, dialect) : [])
  ]
  return { came: wordsOf(outcome), wrongs, isTooEarly: done === false && isTakenForDone }
}

function leakProblems(failure: Failure, group: Group, settings: Peer['service']['settings']): readonly string[] {
  const text = JSON.stringify([failure, failureSentence(failure, group)])
  const secrets = [settings.imagesKey, settings.projectsKey, KEY_LIKE]
  return secrets.some((secret) => text.includes(secret)) ? ['Its failure contains a key.'] : []
}

/** What happens to an entry of the outbox after a response. */
type Fate = 'ends' | 'needs attention' | 'is looked up' | 'is sent again'

type Kind = Outcome<unknown>['kind']

/** Expected for operations that the network stack never sends twice. */
const FATES: Readonly<Record<Kind, Fate>> = {
  applied: 'ends',
  rejected: 'needs attention',
  gone: 'needs attention',
  unknown: 'is looked up',
  'rate-limited': 'is sent again',
  retry: 'is sent again',
  'signed-out': 'is sent again',
  stopped: 'is sent again'
}

/** Acts that the network stack never sends twice on its own. */
const SENT_ONCE: ReadonlySet<Act> = new Set(['store-image', 'delete-project'])

/** Returns the expected fate: a 429 may answer the repetition of a request that succeeded. */
function wantedFate(act: Act, kind: Kind): Fate {
  return kind === 'rate-limited' && !SENT_ONCE.has(act) ? 'is looked up' : FATES[kind]
}

const FATE_OF_RESULT: Readonly<Record<string, Fate>> = {
  acknowledged: 'ends',
  rejected: 'needs attention',
  unknown: 'is looked up',
  ready: 'is sent again'
}

/** Returns the fate by the app's rule. */
function fateOf(act: Act, outcome: Outcome<unknown>): Fate | null {
  const sent = { entry: 1, revision: 1, isSentOnce: SENT_ONCE.has(act) }
  const [first] = entryResults(sent, outcome, 0)
  return first === undefined ? null : (FATE_OF_RESULT[first.outcome.kind] ?? null)
}
