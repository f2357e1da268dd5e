/** A library for component tests: what the window reads at its start, and the responses to requests of its screens. */
import { useFacets } from '../../src/renderer/stores/facet-store.ts'
import { useConnection, useSync } from '../../src/renderer/stores/sync-store.ts'
import type { ImageDetail } from '../../src/shared/change.ts'
import type { ConnectionSummary, GroupConnection } from '../../src/shared/connection.ts'
import { type Failure, succeed } from '../../src/shared/failure.ts'
import { forEachFacet, type ImageRow } from '../../src/shared/image.ts'
import type { ProjectRow } from '../../src/shared/project.ts'
import type { RecordTarget, TargetSummary } from '../../src/shared/query.ts'
import { answer } from './fake-bridge.ts'
import { changeRow, imageDetail, imageRow as sampleRow } from './image-samples.ts'
import { receipt, status } from './status-samples.ts'

const GROUP: GroupConnection = { address: 'https://images.example.org', key: 'stored', keySavedAt: 0 }
const CONNECTION: ConnectionSummary = {
  id: 'library',
  name: 'images.example.org',
  images: GROUP,
  projects: GROUP,
  sharesKey: true,
  isSample: false
}

/** Returns rows with these names, the first one on top. */
export function imagesNamed(...names: readonly string[]): readonly ImageRow[] {
  return names.map((name, index) => imageRow({ record: index + 1, name }))
}

export function imageRow(part: Pick<ImageRow, 'record' | 'name'> & Partial<ImageRow>): ImageRow {
  return sampleRow({ style: null, resolution: '512x512', favorite: false, ...part })
}

export function projectRow(part: Pick<ProjectRow, 'record' | 'project'> & Partial<ProjectRow>): ProjectRow {
  return { reports: 2, result: null, createdAt: null, mark: 'none', ...part }
}

export interface ComponentLibrary {
  readonly images?: readonly ImageRow[]
  readonly projects?: readonly ProjectRow[]
}

/** Connects the window to a synced library with these items. Every view shows all of its images. */
export function openLibrary({ images = [], projects = [] }: ComponentLibrary): void {
  useConnection.setState({ connection: CONNECTION })
  useSync.setState({ status: status() })
  useFacets.setState({ counts: countsOf(images, projects) })
  answerViews(images)
  answer('getImage', ({ record }) => succeed(detailOf(rowOf(images, record))))
  answer('getRecordHistory', () => succeed([]))
  answer('getPictureInfo', () => succeed({ size: null, problem: null }))
  answer('retryPicture', () => succeed(null))
  answer('getCreateDraft', () => succeed(null))
  answer('saveCreateDraft', () => succeed(null))
  answer('listProjects', () => succeed({ rows: projects, matching: projects.length, total: projects.length }))
}

function answerViews(images: readonly ImageRow[]): void {
  const numbers = Uint32Array.from(images, ({ record }) => record)
  answer('openView', () => succeed({ view: 1, numbers, revision: 1, isFilling: false, continueAt: null }))
  answer('getImages', ({ records }) => succeed(images.filter(({ record }) => records.includes(record))))
  answer('freezeSelection', () => succeed({ selection: 1, size: images.length }))
  answer('describeTarget', ({ target }) => succeed(summaryOf(images.filter(({ record }) => isIn(target, record)))))
}

const REASON = { kind: 'favorite', code: 'refused-fields', key: '422' } as const
export const REFUSED: Failure = {
  code: 'refused-fields',
  status: 422,
  fields: { results: ['No.'] },
  host: 'images.example.org'
}

/**
 * Fills Activity with a pending batch of these changes, the first of them being sent, and as many that the service
 * rejected for one reason.
 */
export function answerChanges(): void {
  const running = [receipt({ batch: 14, size: 80, waiting: 40, sending: 0, needsAttention: 40, done: 0, unchanged: 0 })]
  useSync.setState({ status: status({ waiting: 40, needsAttention: 40, running }) })
  answer('listNeeds', () =>
    succeed([{ reason: REASON, failure: REFUSED, count: 40, repairActions: ['retry', 'discard'], usual: 'retry' }])
  )
  answer('listChanges', ({ filter, offset, limit }) => {
    const needs = filter.state === 'needs-attention'
    const part = needs
      ? ({ status: 'needsAttention', failure: REFUSED, tries: 1, repairActions: ['retry', 'discard'] } as const)
      : null
    const rows = Array.from({ length: 40 }, (_, index) =>
      changeRow({
        entry: (needs ? 100 : 1) + index,
        record: index + 1,
        name: `Image ${index + 1}`,
        // The first change is being sent.
        ...(part ?? { status: index === 0 ? 'sending' : 'waiting' })
      })
    )
    return succeed({ rows: rows.slice(offset, offset + limit), total: rows.length })
  })
}

function isIn(target: RecordTarget, record: number): boolean {
  if (target.kind === 'records') return target.numbers.includes(record)
  return !target.except.includes(record)
}

function rowOf(images: readonly ImageRow[], number: number): ImageRow {
  const row = images.find(({ record }) => record === number)
  if (row === undefined) throw new Error(`The library has no record ${number}.`)
  return row
}

function detailOf(row: ImageRow): ImageDetail {
  return imageDetail({ row, id: String(row.record), description: row.prompt, readAt: Date.now() })
}

function summaryOf(rows: readonly ImageRow[]): TargetSummary {
  const favorites = rows.filter(({ favorite }) => favorite).length
  return {
    size: rows.length,
    favorites,
    notFavorites: rows.length - favorites,
    waiting: 0,
    needsAttention: 0,
    outOfView: 0,
    resolutions: [],
    styles: 0,
    names: rows.slice(0, 3).map(({ name }) => name),
    sample: []
  }
}

function countsOf(images: readonly ImageRow[], projects: readonly ProjectRow[]) {
  const { favorites, notFavorites } = summaryOf(images)
  const totals = {
    images: images.length,
    favorites,
    notFavorites,
    waiting: 0,
    needsAttention: 0,
    notViewed: images.length,
    projects: projects.length,
    withPrompt: 0
  }
  return { totals, matching: images.length, facets: forEachFacet(() => []) }
}
