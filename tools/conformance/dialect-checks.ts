/** What must work in a dialect when nothing goes wrong: everything is read, as it is, and every write arrives. */
import { incompleteWhy, NEW_PASS, stepPass } from '../../src/main/engine/domain/pass-step.ts'
import type { Outcome } from '../../src/main/engine/domain/outcome.ts'
import type { ServicePage } from '../../src/main/engine/domain/service-records.ts'
import { createDialect } from '../../src/main/engine/service/dialect.ts'
import { deleteImage, listImages, showImage } from '../../src/main/engine/service/images.ts'
import { deleteProject, listProjects } from '../../src/main/engine/service/projects.ts'
import type { ServiceClient } from '../../src/main/engine/service/service-client.ts'
import { updateImage } from '../../src/main/engine/service/update-image.ts'
import type { ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import { writeId } from '../../src/reference-service/dialects/wire-values.ts'
import { takesIds } from '../../src/reference-service/project-operations.ts'
import { prepareStage } from './acts.ts'
import { wantedIn } from './exceptions.ts'
import { ACTS, wordsOf } from './expected.ts'
import { asText, learnedFrom } from './learned.ts'
import { clientOf, createPeer, type Peer } from './peer.ts'
import { judged, runAct } from './play-case.ts'
import { recordProblems } from './record-check.ts'
import type { CaseResult } from './tally.ts'

const NOTHING_WRONG = 'nothing wrong'
const KNOWN = { results: null, result: 'harbor.jpg', url: null }

interface Look {
  readonly peer: Peer
  readonly dialect: ServiceDialect
  readonly images: ServiceClient
  readonly projects: ServiceClient
}

type Problems = readonly string[]

const CHECKS: Readonly<Record<string, (look: Look) => Promise<Problems>>> = {
  'read all images': async ({ peer, dialect, images }) => {
    const read = await readWhole(({ page, cursor }) => listImages(images, { perPage: 25, ...placeOf(page, cursor) }))
    const wanted = [...peer.service.truth.images.keys()].map((id) => String(writeId(dialect.ids, id)))
    return compareRead(read, wanted, dialect)
  },
  'read all projects': async ({ peer, dialect, projects }) => {
    const read = await readWhole(({ page, cursor }) =>
      listProjects(projects, { perPage: 10, ...placeOf(page, cursor) })
    )
    return compareRead(read, [...peer.service.truth.projects.keys()], dialect)
  },
  'read a record': recordProblems,
  'read favorites': async ({ images, dialect }) => {
    const { outcome, favoriteFilter } = await listImages(images, { perPage: 25, page: 1, favorite: true })
    const rows = outcome.kind === 'applied' ? (outcome.value?.records ?? []) : null
    if (rows === null) return [`It is "${wordsOf(outcome)}".`]
    const wanted = dialect.filter === 'ignored' && dialect.flags !== 'missing' ? 'ignored' : 'taken'
    return [
      ...(rows.some(({ fields }) => fields.favorite === false) ? ['Others are among them.'] : []),
      ...(favoriteFilter === wanted ? [] : [`The filter counts as ${favoriteFilter}.`])
    ]
  },
  'star and unstar': async ({ peer, images }) => {
    const { image, imageId } = prepareStage(peer.service.store, peer.dialect)
    const problems: string[] = []
    for (const favorite of [true, false]) {
      const { outcome } = await updateImage(images, { id: imageId, favorite, known: KNOWN })
      const isDone = peer.service.store.images.get(image)?.favorite === favorite
      if (outcome.kind !== 'applied' || !isDone) problems.push(`${favorite}: ${wordsOf(outcome)}, done: ${isDone}.`)
    }
    return problems
  },
  'no such record': async ({ images, dialect }) => {
    const id = String(writeId(dialect.ids, 999_999))
    const shown = wordsOf((await showImage(images, { id })).outcome)
    const deleted = wordsOf((await deleteImage(images, { id })).outcome)
    return [
      ...(shown === 'gone not-found' ? [] : [`Shown it is "${shown}".`]),
      ...(deleted === 'applied' ? [] : [`Deleted it is "${deleted}".`])
    ]
  },
  'a project by its name': async ({ peer, projects, dialect }) => {
    const { project } = prepareStage(peer.service.store, peer.dialect)
    const came = wordsOf((await deleteProject(projects, { project })).outcome)
    const wanted = takesIds(dialect) ? 'unknown not-found' : 'applied'
    return came === wanted ? [] : [`It must be "${wanted}" and is "${came}".`]
  },
  'deleted is gone': async ({ peer, images, projects }) => {
    const { doomedId, project, projectId } = prepareStage(peer.service.store, peer.dialect)
    const args = { id: doomedId }
    await deleteImage(images, args)
    await deleteProject(projects, { project, id: projectId })
    const shown = wordsOf((await showImage(images, args)).outcome)
    const again = wordsOf((await deleteImage(images, args)).outcome)
    const { records } = await readWhole(({ page, cursor }) =>
      listImages(images, { perPage: 25, ...placeOf(page, cursor) })
    )
    return [
      ...(shown === 'gone not-found' ? [] : [`Shown it is "${shown}".`]),
      ...(again === 'applied' ? [] : [`Deleted again it is "${again}".`]),
      ...(records.has(doomedId) ? ['The list shows it.'] : []),
      ...(peer.service.truth.projects.has(project) ? ['The project is there.'] : [])
    ]
  },
  'what was learned': async ({ images, dialect }) => {
    const [wanted, learned] = [asText(learnedFrom(dialect)), asText(images.dialect.all())]
    return wanted === learned ? [] : [`It must be "${wanted}" and is "${learned}".`]
  },
  'a wrong key': async ({ peer, images }) => {
    const { imagesKey } = peer.service.settings
    peer.service.change({ imagesKey: 'another-key-0123456789' })
    const came = wordsOf((await showImage(images, { id: '1' })).outcome)
    peer.service.change({ imagesKey })
    return came === 'signed-out unauthorized' ? [] : [`It is "${came}".`]
  },
  'the pace that is told': async ({ peer, images, dialect }) => {
    peer.service.change({ perMinute: 600 })
    const { rate } = (await showImage(images, { id: String(writeId(dialect.ids, 7)) })).facts
    peer.service.change({ perMinute: 0 })
    const isTold = dialect.rate !== 'none' && dialect.rate !== 'retry-after'
    const wanted = isTold ? 600 : null
    return rate.limit === wanted ? [] : [`It must be ${String(wanted)} a minute and is ${String(rate.limit)}.`]
  }
}

/** Checks in their order, then each act as it is. `isWanted` is asked for each. */
export async function checkDialect(
  { name, dialect }: { readonly name: string; readonly dialect: ServiceDialect },
  isWanted: (check: string, act: string) => boolean
): Promise<readonly CaseResult[]> {
  const peer = createPeer(dialect)
  const [images, projects] = [clientOf(peer.line, 'images', createDialect()), clientOf(peer.line, 'projects')]
  const results: CaseResult[] = []
  for (const [act, check] of Object.entries(CHECKS)) {
    if (isWanted(NOTHING_WRONG, act)) {
      const problems = await check({ peer, dialect, images, projects })
      results.push({ service: name, hazard: NOTHING_WRONG, act, problems })
    }
  }
  for (const act of ACTS) {
    if (!isWanted(NOTHING_WRONG, act)) continue
    const { expected } = wantedIn(dialect, '', act, 'applied')
    const { came, wrongs } = judged(peer, { hazard: null, act, ...(await runAct(peer, act, peer.line)) })
    const problems = [...(came === expected ? [] : [`It must be "${expected}" and is "${came}".`]), ...wrongs]
    results.push({ service: name, hazard: NOTHING_WRONG, act, problems })
  }
  return results
}

interface WholeRead {
  readonly records: ReadonlySet<string>
  readonly why: string | null
  readonly ended: Outcome<unknown> | null
}

type PageOf = ServicePage<{ readonly id: string } | { readonly project: string }>
type ReadPage = (place: {
  readonly page: number | null
  readonly cursor: string | null
}) => Promise<{ readonly outcome: Outcome<PageOf> }>

const placeOf = (page: number | null, cursor: string | null): { page?: number; cursor?: string } =>
  cursor === null ? { page: page ?? 1 } : { cursor }

/** By the rules of a pass. `ended` is what stopped it, null when it came to an end. */
async function readWhole(read: ReadPage): Promise<WholeRead> {
  const records = new Set<string>()
  for (let state = NEW_PASS; ;) {
    const { outcome } = await read(state)
    if (outcome.kind !== 'applied' || outcome.value === null) return { records, why: null, ended: outcome }
    const ids = outcome.value.records.map((record) => ('project' in record ? record.project : record.id))
    const newlySeen = ids.filter((id) => !records.has(id)).length
    for (const id of ids) records.add(id)
    const step = stepPass(state, { page: outcome.value, ids, newlySeen })
    if (step.kind === 'end') return { records, why: incompleteWhy(step.state), ended: null }
    state = step.state
  }
}

/** Everything, and known to be; where the service ignores the page, known not to be. */
function compareRead({ records, why, ended }: WholeRead, wanted: Problems, { paging }: ServiceDialect): Problems {
  if (ended !== null) return [`It ended in "${wordsOf(ended)}".`]
  if (paging === 'ignored') return why === 'no-paging' ? [] : [`It counts as ${why ?? 'complete'}.`]
  const missing = wanted.filter((id) => !records.has(id)).length
  return [
    ...(missing === 0 ? [] : [`${missing} of ${wanted.length} are missing.`]),
    ...(records.size > wanted.length ? [`${records.size - wanted.length} are too many.`] : []),
    ...(why === null ? [] : [`It counts as incomplete: ${why}.`])
  ]
}
