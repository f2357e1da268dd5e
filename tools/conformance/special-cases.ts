/** Plays hazards that need their own service: certificates and picture files. */
import { createDownloadPicture } from '../../src/main/pictures/download-picture.ts'
import { dialectOf } from '../../src/reference-service/dialects/dialects.ts'
import type { Hazard } from '../../src/reference-service/hazards/hazard.ts'
import { HAZARDS } from '../../src/reference-service/hazards/hazards.ts'
import { playOf } from '../../src/reference-service/hazards/play-hazard.ts'
import { PICTURE_PATH } from '../../src/reference-service/picture-names.ts'
import { startWithHazards, type HazardService } from '../../src/reference-service/start-with-hazards.ts'
import { ACT_CASES, prepareStage } from './acts.ts'
import { CERTIFICATE_EXPECTATIONS, PICTURE_EXPECTATIONS } from './expectations.ts'
import { isAsExpected, mismatch, wordsOf, type CaseResult } from './expected.ts'
import { clientOf, learnRedirectOf, openLine, openSession } from './peer.ts'

/** Plays those with `only` in their name, in the standard dialect. */
export async function playSpecials(only: string): Promise<readonly CaseResult[]> {
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
