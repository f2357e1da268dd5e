/** Plays one hazard on one act: what came of it, and whether anything happened that must never happen. */
import type { Answered } from '../../src/main/engine/service/service-client.ts'
import type { Hazard } from '../../src/reference-service/hazards/hazard.ts'
import { faultHook, wireHook } from '../../src/reference-service/hazards/play-hazard.ts'
import type { Operation } from '../../src/reference-service/routes.ts'
import { failureSentence } from '../../src/renderer/copy/failures.ts'
import type { Failure } from '../../src/shared/failure.ts'
import type { Send } from '../../src/shared/send.ts'
import type { Group } from '../../src/shared/sync-status.ts'
import { ACT_CASES, failureOf, prepareStage, type Stage } from './acts.ts'
import { wordsOf, type Act } from './expected.ts'
import { fateOf, wantedFate } from './fates.ts'
import { seenProblems } from './seen.ts'
import { clientOf, type FrontedPeer, type Line, type Peer } from './peer.ts'

export interface Played {
  /** In the words of the expectations. */
  readonly came: string
  /** What must never be, whatever was expected. */
  readonly wrongs: readonly string[]
  /** It counts as done, and the service has not done it. */
  readonly isTooEarly: boolean
}

/** Where nothing ever comes, this long is waited for it. */
const SHORT_MS = 150
const NEVER_ANSWERED: ReadonlySet<string> = new Set(['silent', 'stalled-body'])
/** What looks like a key in the answers of hazards. */
const KEY_LIKE = 'sk-proj-0Vd3mZ9xQ7tLb2KcWn4RfHs8'
/** The service's word that there is no such record ends a deletion, whoever deleted it. */
const GONE_ALREADY: ReadonlySet<string> = new Set(['status-404', 'status-404-named', 'status-410'])

/** The operation of the interface that an act is. */
export const operationOf = (act: Act): Operation => (act === 'rename-image' ? 'update-image' : act)

/** Plays a hazard of the service itself. */
export async function playCase(peer: Peer, hazard: Hazard, act: Act): Promise<Played> {
  peer.service.change({ faults: faultHook([{ hazard, operations: [operationOf(act)] }]) })
  const heard = await runAct(peer, act, peer.line)
  peer.service.change({ faults: null })
  return judged(peer, { hazard, act, ...heard })
}

/** Plays a hazard of the way to the service; those of certificates and of other schemes are played elsewhere. */
export async function playWireCase(peer: FrontedPeer, hazard: Hazard, act: Act): Promise<Played> {
  // A line of its own, as sockets that were used before are a hazard themselves.
  const line = peer.openLine()
  try {
    if (hazard.id === 'reset-reused') await warmUp(peer, line, act)
    peer.front.change(wireHook([{ hazard, operations: [operationOf(act)] }]))
    const shown = NEVER_ANSWERED.has(hazard.id) ? { ...line, send: impatient(line.send) } : line
    return judged(peer, { hazard, act, ...(await runAct(peer, act, shown)) })
  } finally {
    peer.front.change(() => null)
    await line.close()
  }
}

/** Another act than the one under test, so that its socket has been used. */
async function warmUp({ service, dialect }: Peer, line: Line, act: Act): Promise<void> {
  const { group, run } = ACT_CASES[act === 'list-projects' ? 'show-image' : 'list-projects']
  await run(clientOf(line, group), prepareStage(service.store, dialect))
}

interface Heard {
  readonly stage: Stage
  readonly answered: Answered<unknown>
}

/** Once, on records of its own. */
export async function runAct({ service, dialect }: Peer, act: Act, line: Line): Promise<Heard> {
  const { group, run } = ACT_CASES[act]
  const stage = prepareStage(service.store, dialect)
  return { stage, answered: await run(clientOf(line, group), stage) }
}

const impatient =
  (send: Send): Send =>
  (request) =>
    send({ ...request, timeoutMs: SHORT_MS })

interface Seen extends Heard {
  readonly hazard: Hazard | null
  readonly act: Act
}

/** What came of it. `hazard` is null where nothing was to go wrong. */
export function judged({ service, dialect }: Peer, { hazard, act, stage, answered }: Seen): Played {
  const { group, isDone } = ACT_CASES[act]
  const { outcome } = answered
  const done = isDone === null ? null : isDone(service.store, stage)
  const fate = fateOf(act, outcome)
  const wanted = wantedFate(act, outcome.kind)
  const isRisk = (act === 'store-image' || act === 'delete-project') && fate === 'is sent again'
  const isTakenForDone = outcome.kind === 'applied' && !GONE_ALREADY.has(hazard?.id ?? '')
  const failure = failureOf(outcome)
  const wrongs = [
    ...(done === true && isRisk ? ['It would be sent again, and the service has done it.'] : []),
    ...(isDone !== null && fate !== wanted ? [`Its entry ${fate ?? 'is lost'}; it must be one that ${wanted}.`] : []),
    ...(failure === null ? [] : sayingWrongs(failure, group, service.settings)),
    ...(outcome.kind === 'applied' ? seenProblems(hazard?.id ?? '', outcome.value, dialect) : [])
  ]
  return { came: wordsOf(outcome), wrongs, isTooEarly: done === false && isTakenForDone }
}

function sayingWrongs(failure: Failure, group: Group, settings: Peer['service']['settings']): readonly string[] {
  const text = JSON.stringify([failure, failureSentence(failure, group)])
  const secrets = [settings.imagesKey, settings.projectsKey, KEY_LIKE]
  return secrets.some((secret) => text.includes(secret)) ? ['Its failure carries a key.'] : []
}
