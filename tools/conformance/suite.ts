/** Plays the relevant hazards on every dialect and switch, with the app's client and sender. */
import { createDownloadPicture } from '../../src/main/pictures/download-picture.ts'
import { DIALECT_NAMES, dialectOf } from '../../src/reference-service/dialects/dialects.ts'
import { SWITCH_NAMES, valuesOf, type ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import type { FaultSubject } from '../../src/reference-service/faults.ts'
import type { Hazard } from '../../src/reference-service/hazards/hazard.ts'
import { HAZARDS, type HazardId } from '../../src/reference-service/hazards/hazards.ts'
import { playOf } from '../../src/reference-service/hazards/play-hazard.ts'
import { PICTURE_PATH } from '../../src/reference-service/picture-names.ts'
import { startWithHazards, type HazardService } from '../../src/reference-service/start-with-hazards.ts'
import { ACT_CASES, prepareStage } from './acts.ts'
import { checkDialect } from './dialect-checks.ts'
import { wantedIn } from './exceptions.ts'
import { EXPECTATIONS, CERTIFICATE_EXPECTATIONS, PICTURE_EXPECTATIONS } from './expectations.ts'
import { ACTS, mismatch, isAsExpected, type Act, type CaseResult, wordsOf } from './expected.ts'
import {
  createPeer,
  startPeer,
  type FrontedPeer,
  type Peer,
  clientOf,
  learnRedirectOf,
  openLine,
  openSession
} from './peer.ts'
import { operationOf, playCase, playWireCase, type Played } from './play-case.ts'

export interface SuiteService {
  /** A dialect's name, or `switch=value` for one that only differs from the standard dialect in this. */
  readonly name: string
  readonly dialect: ServiceDialect
}

const named: readonly SuiteService[] = DIALECT_NAMES.map((name) => ({ name, dialect: dialectOf(name) }))
const switched: readonly SuiteService[] = SWITCH_NAMES.flatMap((name) =>
  valuesOf(name)
    .slice(1)
    .map((value) => ({ name: `${name}=${value}`, dialect: dialectOf('standard', { [name]: value }) }))
)
/** The dialects, then one for each value of each switch. */
export const SUITE_SERVICES: readonly SuiteService[] = [...named, ...switched]

/** `port` also plays encodings and connections, which need a port. */
export type SuiteWay = 'process' | 'port'

export interface SuitePlan {
  readonly services: readonly SuiteService[]
  readonly wayOf: (service: SuiteService) => SuiteWay
  /** Part of the name of a service, hazard or act; '' for all. */
  readonly only: string
  readonly onService?: (name: string, cases: number) => void
}

const STANDARD = 'standard'
/** Plays the standard dialect over a port, and the others in process. */
export const wholeWay = ({ name }: SuiteService): SuiteWay => (name === STANDARD ? 'port' : 'process')

/** Plays the services in order. */
export async function playSuite({ services, wayOf, only, onService }: SuitePlan): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = []
  for (const service of services) {
    const isNamed = service.name.includes(only)
    const way = wayOf(service)
    const done = await playService(
      service,
      way,
      (hazard, act) => isNamed || hazard.includes(only) || act.includes(only)
    )
    results.push(...done)
    onService?.(service.name, done.length)
  }
  if (services.some(({ name, dialect }) => name === STANDARD && wayOf({ name, dialect }) === 'port'))
    results.push(...(await playSpecials(only)))
  return results
}

type IsWanted = (hazard: string, act: string) => boolean

async function playService(service: SuiteService, way: SuiteWay, isWanted: IsWanted): Promise<readonly CaseResult[]> {
  const checks = await checkDialect(service, isWanted)
  const cases = casesOf(service, way).filter(({ hazard, act }) => isWanted(hazard.id, act))
  if (cases.length === 0) return checks
  const fronted = way === 'port' ? await startPeer(service.dialect) : null
  const peer = fronted ?? createPeer(service.dialect)
  const results: CaseResult[] = []
  try {
    for (const { hazard, act } of cases) results.push(await playOne({ service, peer, fronted }, hazard, act))
  } finally {
    await peer.close()
  }
  return [...checks, ...results]
}

/** The kind of a hazard's fault does not depend on the request. */
const ANY_REQUEST: FaultSubject = {
  number: 1,
  at: 0,
  method: 'GET',
  path: '/api/v1/images',
  group: 'images',
  operation: 'list-images',
  query: {},
  form: {}
}

/**
 * Whether a hazard depends on the dialect. Only changes of the correct response do; replaced responses, bytes and
 * connections are the same in every dialect.
 */
const showsDialect = (hazard: Hazard): boolean =>
  hazard.level === 'response' && hazard.fault(ANY_REQUEST)?.kind === 'altered'

/** Services that refuse the first method of a write, so that the hazard applies to the second request. */
const METHOD_SERVICES: readonly string[] = ['put=refused', 'verbs=spoofed']

function casesOf({ name }: SuiteService, way: SuiteWay): readonly { readonly hazard: Hazard; readonly act: Act }[] {
  const isPlayed = (hazard: Hazard): boolean => {
    if (hazard.level !== 'response') return way === 'port'
    return name === STANDARD || METHOD_SERVICES.includes(name) || showsDialect(hazard)
  }
  return HAZARDS.filter(isPlayed).flatMap((hazard) =>
    ACTS.filter((act) => hazard.operations.includes(operationOf(act))).map((act) => ({ hazard, act }))
  )
}

interface Place {
  readonly service: SuiteService
  readonly peer: Peer
  readonly fronted: FrontedPeer | null
}

async function playOne({ service, peer, fronted }: Place, hazard: Hazard, act: Act): Promise<CaseResult> {
  const { name, dialect } = service
  const result = { service: name, hazard: hazard.id, act }
  const standard = EXPECTATIONS[hazard.id as HazardId][act] // every hazard of the list has one of the ids
  if (standard === undefined) return { ...result, problems: ['It has no expected outcome.'] }
  const played =
    hazard.level === 'wire' && fronted !== null
      ? await playWireCase(fronted, hazard, act)
      : await playCase(peer, hazard, act)
  return { ...result, problems: problemsOf(played, wantedIn(dialect, hazard.id, act, standard)) }
}

function problemsOf(played: Played, { expected, mayBeTooEarly }: ReturnType<typeof wantedIn>): readonly string[] {
  const { came, wrongs, isTooEarly } = played
  return [
    ...(isAsExpected(expected, came) ? [] : [mismatch(expected, came)]),
    ...(isTooEarly && !mayBeTooEarly ? ['It counts as done although the service has not done it.'] : []),
    ...wrongs
  ]
}

// Plays hazards that need their own service: certificates and picture files.

/** Plays those with `only` in their name, in the standard dialect. */
async function playSpecials(only: string): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = []
  for (const hazard of HAZARDS) {
    const play = playerOf(hazard)
    if (play === null || !hazard.id.includes(only)) continue
    const service = await startWithHazards({
      images: 9,
      projects: 3,
      perMinute: 0,
      plays: [playOf(hazard)],
      wait: async () => undefined
    })
    try {
      results.push(...(await play(service, hazard)))
    } finally {
      await service.close()
    }
  }
  return results
}

type Player = (service: HazardService, hazard: Hazard) => Promise<readonly CaseResult[]>

function playerOf({ level }: Hazard): Player | null {
  if (level === 'picture') return playPicture
  return level === 'certificate' ? playCertificate : null
}

const resultOf = (hazard: string, act: string, expected: string, came: string): CaseResult => ({
  service: 'standard',
  hazard,
  act,
  problems: isAsExpected(expected, came) ? [] : [mismatch(expected, came)]
})

const playCertificate: Player = async (service, { id }) => {
  const expected = CERTIFICATE_EXPECTATIONS[id as keyof typeof CERTIFICATE_EXPECTATIONS]
  // The authority of an unknown issuer must not be trusted.
  const trusted = id === 'tls-unknown-issuer' ? null : service.trusted
  return [resultOf(id, 'list-images', expected, await readAt(service, trusted))]
}

async function readAt({ service, address }: HazardService, trusted: string | null): Promise<string> {
  const line = openLine(service, address, trusted)
  try {
    const { group, run } = ACT_CASES['list-images']
    const stage = prepareStage(service.store, dialectOf('standard'))
    return wordsOf((await run(clientOf(line, group), stage)).outcome)
  } finally {
    await line.close()
  }
}

const playPicture: Player = async ({ service, address }, { id }) => {
  const session = openSession(null)
  const download = createDownloadPicture({
    fetch: (url, init) => session.fetch(url, init),
    // The pictures are on the service's host, which needs no lookup.
    resolveHost: async () => [],
    resolveProxy: () => session.resolveProxy(),
    learnRedirect: learnRedirectOf(session)
  })
  const picture = service.truth.images.get(9)?.result ?? ''
  const found = await download(address + PICTURE_PATH + picture, { base: address, allowedHosts: [] })
  await session.closeAllConnections()
  const came = found.kind === 'missing' ? found.problem.code : found.kind
  return [resultOf(id, 'picture', PICTURE_EXPECTATIONS[id as keyof typeof PICTURE_EXPECTATIONS], came)]
}
