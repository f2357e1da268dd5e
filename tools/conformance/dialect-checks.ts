/** Checks reads and writes in a dialect without hazards. */
import type { Outcome } from '../../src/main/engine/domain/outcome.ts'
import { incompleteWhy, NEW_PASS, stepPass } from '../../src/main/engine/domain/pass-step.ts'
import type { ServicePage, ServiceImage } from '../../src/main/engine/domain/service-records.ts'
import { createDialect, type Trait } from '../../src/main/engine/service/dialect.ts'
import { deleteImage, listImages, showImage } from '../../src/main/engine/service/images.ts'
import { deleteProject, listProjects } from '../../src/main/engine/service/projects.ts'
import type { ServiceClient } from '../../src/main/engine/service/service-client.ts'
import { updateImage } from '../../src/main/engine/service/update-image.ts'
import type { ServiceDialect } from '../../src/reference-service/dialects/switches.ts'
import { writeId } from '../../src/reference-service/dialects/wire-values.ts'
import type { ImageRecord } from '../../src/reference-service/image-record.ts'
import { PICTURE_PATH } from '../../src/reference-service/picture-names.ts'
import { takesIds } from '../../src/reference-service/project-operations.ts'
import { forEachFacet } from '../../src/shared/image.ts'
import { KNOWN, prepareStage } from './acts.ts'
import { wantedIn } from './exceptions.ts'
import { ACTS, mismatch, wordsOf, type CaseResult } from './expected.ts'
import { clientOf, createPeer, type Peer } from './peer.ts'
import { judged, runAct } from './play-case.ts'

const NO_HAZARD = 'no hazard'
/** The newest record of the initial ones. */
const RECORD = 130

interface Subject {
  readonly peer: Peer
  readonly dialect: ServiceDialect
  readonly images: ServiceClient
  readonly projects: ServiceClient
}

type Problems = readonly string[]

const CHECKS: Readonly<Record<string, (subject: Subject) => Promise<Problems>>> = {
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
      ...(rows.some(({ fields }) => fields.favorite === false) ? ['The list contains others.'] : []),
      ...(favoriteFilter === wanted ? [] : [`The filter counts as ${favoriteFilter}.`])
    ]
  },
  'set and clear favorite': async ({ peer, images }) => {
    const { image, imageId } = prepareStage(peer.service.store, peer.dialect)
    const problems: string[] = []
    for (const favorite of [true, false]) {
      const { outcome } = await updateImage(images, { id: imageId, favorite, known: KNOWN })
      const isDone = peer.service.store.images.get(image)?.favorite === favorite
      if (outcome.kind !== 'applied' || !isDone) problems.push(`${favorite}: ${wordsOf(outcome)}, done: ${isDone}.`)
    }
    return problems
  },
  'missing record': async ({ images, dialect }) => {
    const id = String(writeId(dialect.ids, 999_999))
    const shown = wordsOf((await showImage(images, { id })).outcome)
    const deleted = wordsOf((await deleteImage(images, { id })).outcome)
    return [
      ...(shown === 'gone not-found' ? [] : [`The read is "${shown}".`]),
      ...(deleted === 'applied' ? [] : [`The deletion is "${deleted}".`])
    ]
  },
  'project by name': async ({ peer, projects, dialect }) => {
    const { project } = prepareStage(peer.service.store, peer.dialect)
    const came = wordsOf((await deleteProject(projects, { project })).outcome)
    const wanted = takesIds(dialect) ? 'unknown not-found' : 'applied'
    return came === wanted ? [] : [mismatch(wanted, came)]
  },
  deletion: async ({ peer, images, projects }) => {
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
      ...(shown === 'gone not-found' ? [] : [`The read is "${shown}".`]),
      ...(again === 'applied' ? [] : [`The second deletion is "${again}".`]),
      ...(records.has(doomedId) ? ['The list contains it.'] : []),
      ...(peer.service.truth.projects.has(project) ? ['The project exists.'] : [])
    ]
  },
  'learned traits': async ({ images, dialect }) => {
    const [wanted, learned] = [asText(learnedFrom(dialect)), asText(images.dialect.all())]
    return wanted === learned ? [] : [mismatch(wanted, learned)]
  },
  'wrong key': async ({ peer, images }) => {
    const { imagesKey } = peer.service.settings
    peer.service.change({ imagesKey: 'another-key-0123456789' })
    const came = wordsOf((await showImage(images, { id: '1' })).outcome)
    peer.service.change({ imagesKey })
    return came === 'signed-out unauthorized' ? [] : [`It is "${came}".`]
  },
  'rate limit': async ({ peer, images, dialect }) => {
    peer.service.change({ perMinute: 600 })
    const { rate } = (await showImage(images, { id: String(writeId(dialect.ids, 7)) })).facts
    peer.service.change({ perMinute: 0 })
    const isReported = dialect.rate !== 'none' && dialect.rate !== 'retry-after'
    const wanted = isReported ? 600 : null
    return rate.limit === wanted ? [] : [mismatch(String(wanted), String(rate.limit))]
  }
}

/** Makes the checks, then performs each act; `isWanted` filters them. */
export async function checkDialect(
  { name, dialect }: { readonly name: string; readonly dialect: ServiceDialect },
  isWanted: (check: string, act: string) => boolean
): Promise<readonly CaseResult[]> {
  const peer = createPeer(dialect)
  const [images, projects] = [clientOf(peer.line, 'images', createDialect()), clientOf(peer.line, 'projects')]
  const results: CaseResult[] = []
  for (const [act, check] of Object.entries(CHECKS)) {
    if (isWanted(NO_HAZARD, act)) {
      const problems = await check({ peer, dialect, images, projects })
      results.push({ service: name, hazard: NO_HAZARD, act, problems })
    }
  }
  for (const act of ACTS) {
    if (!isWanted(NO_HAZARD, act)) continue
    const { expected } = wantedIn(dialect, '', act, 'applied')
    const { came, wrongs } = judged(peer, { hazard: null, act, ...(await runAct(peer, act, peer.line)) })
    const problems = [...(came === expected ? [] : [mismatch(expected, came)]), ...wrongs]
    results.push({ service: name, hazard: NO_HAZARD, act, problems })
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

/** Reads a list by the rules of a pass. `ended` is the outcome that stopped it; `null` if it reached the end. */
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

/** A read must be complete and known to be; if the service ignores pages, it must be known to be incomplete. */
function compareRead({ records, why, ended }: WholeRead, wanted: Problems, { paging }: ServiceDialect): Problems {
  if (ended !== null) return [`It stopped with "${wordsOf(ended)}".`]
  if (paging === 'ignored') return why === 'no-paging' ? [] : [`It counts as ${why ?? 'complete'}.`]
  const missing = wanted.filter((id) => !records.has(id)).length
  return [
    ...(missing === 0 ? [] : [`${missing} of ${wanted.length} are missing.`]),
    ...(records.size > wanted.length ? [`${records.size - wanted.length} too many.`] : []),
    ...(why === null ? [] : [`It counts as incomplete: ${why}.`])
  ]
}

/** Compares a record of list and show with that of the service. */
async function recordProblems({ peer, dialect, images }: Subject): Promise<readonly string[]> {
  const truth = peer.service.truth.images.get(RECORD)
  const id = String(writeId(dialect.ids, RECORD))
  const shown = (await showImage(images, { id })).outcome
  const listed = (await listImages(images, { perPage: 25, page: 1, sortBy: 'id', sort: 'desc' })).outcome
  if (truth === undefined || shown.kind !== 'applied' || shown.value === null) return [`Show: ${wordsOf(shown)}.`]
  if (listed.kind !== 'applied') return [`List: ${wordsOf(listed)}.`]
  const row = listed.value?.records.find((image) => image.id === id)
  const base = peer.line.address
  const problems = row === undefined ? ['It is not in the list.'] : differences(row, truth, dialect, base)
  return [...problems, ...differences(shown.value, truth, dialect, base)]
}

function differences(
  { fields, other }: ServiceImage,
  truth: ImageRecord,
  dialect: ServiceDialect,
  base: string
): readonly string[] {
  const wanted = {
    name: truth.name,
    ...forEachFacet((facet) => truth[facet]),
    favorite: dialect.flags === 'missing' ? undefined : truth.favorite,
    createdAt: timeIn(dialect, truth.createdAt),
    picture: truth.result === null ? null : base + PICTURE_PATH + truth.result
  }
  const wrong = Object.entries(wanted).filter(([name, value]) => fields[name as keyof typeof wanted] !== value)
  const left = Object.keys(other)
  return [
    ...wrong.map(([name, value]) => `${name}: ${String(fields[name as keyof typeof wanted])}, not ${String(value)}.`),
    ...(left.length === 0 ? [] : [`Not understood: ${left.join(', ')}.`])
  ]
}

/** Returns `null` if the service reports no time, `undefined` if it has no such field. */
function timeIn({ dates }: ServiceDialect, at: number): number | null | undefined {
  if (dates === 'missing') return undefined
  return dates === 'zero' ? null : at
}

// Determines the traits that a client must learn from reads and writes of a dialect.

type Learned = Readonly<Partial<Record<Trait, string>>>

/** Whether a response contains the number of its page. */
const hasPageNumber = ({ list, paging }: ServiceDialect): boolean =>
  paging !== 'cursor' && list !== 'array' && list !== 'items'

const LIST_PLACES: Readonly<Record<ServiceDialect['list'], string>> = {
  meta: 'data',
  'meta-links': 'data',
  flat: 'data',
  array: 'root',
  items: 'data.items',
  named: 'images',
  results: 'results',
  links: 'data'
}

const DELETE_RESPONSES: Readonly<Record<ServiceDialect['deleted'], string>> = {
  flag: 'flag',
  success: 'word',
  record: 'record',
  'no-content': 'empty',
  empty: 'empty'
}

/** Leaves out traits that no response has shown. */
function learnedFrom(dialect: ServiceDialect): Learned {
  const { paging, favorite, put, verbs, results, filter, flags, list, demands, carrier } = dialect
  const isByCursor = paging === 'cursor' && list !== 'array'
  return {
    'update.boolean': flags === 'missing' ? undefined : favorite === 'words' ? 'words' : 'digits',
    'filter.boolean': filterOf(filter, flags),
    'update.method': put === 'refused' ? 'PATCH' : undefined,
    verbs: verbs === 'spoofed' ? 'spoofed' : undefined,
    'results.carrier': results === 'never' ? undefined : results,
    // Another form is learned only by comparing the record, which no single operation does.
    'results.one': demands === 'strict' && carrier !== 'brackets' ? undefined : 'brackets',
    'page.selection': isByCursor ? 'cursor' : hasPageNumber(dialect) ? 'page' : undefined,
    'list.place': LIST_PLACES[list],
    'delete.response': DELETE_RESPONSES[dialect.deleted],
    'page.first': isByCursor ? undefined : paging === 'from-zero' ? 'zero' : 'one'
  } as Learned // the comparison ignores undefined
}

function filterOf(filter: ServiceDialect['filter'], flags: ServiceDialect['flags']): string | undefined {
  if (flags === 'missing') return undefined
  if (filter === 'ignored') return 'ignored'
  return filter === 'words' ? 'words' : 'digits'
}

/** Returns the defined traits as text, sorted. */
const asText = (learned: Learned): string =>
  Object.entries(learned)
    .filter(([, value]) => value !== undefined)
    .map(([trait, value]) => `${trait}=${value}`)
    .toSorted()
    .join(', ')
