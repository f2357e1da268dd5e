/** Writes records, by dialect. Undefined fields are omitted. */
import { forEachFacet } from '../../shared/image.ts'
import type { ImageRecord } from '../image-record.ts'
import { PICTURE_PATH } from '../picture-names.ts'
import type { ProjectRecord } from '../project-store.ts'
import type { ServiceDialect } from './switches.ts'
import { writeId, sqlDate, writeDate, writeCount } from './wire-values.ts'

export type Row = Readonly<Record<string, unknown>>

export interface RecordPlace {
  /** Address of the service, for absolute URLs. */
  readonly base: string
  readonly in: 'list' | 'single'
  /** ms since epoch; before a record's `readyAt` its picture is being generated. */
  readonly now: number
}

export function writeImage(dialect: ServiceDialect, record: ImageRecord, place: RecordPlace): Row {
  const isReady = record.readyAt === undefined || record.readyAt <= place.now
  const result = isReady ? record.result : null
  const address = result === null ? null : pictureAddress(dialect, place.base, result)
  return {
    id: writeId(dialect.ids, record.id),
    name: emptyAsNull(record.name),
    description: dialect.description === 'included' ? emptyAsNull(record.description) : undefined,
    ...forEachFacet((facet) => record[facet]),
    result,
    [dialect.picture]: dialect.pictures === 'name' ? undefined : address,
    results: carriesResults(dialect, place) ? writeResults(dialect, record, address) : undefined,
    favorite: FLAGS[dialect.flags](record.favorite),
    status: record.readyAt === undefined ? undefined : isReady ? 'ready' : 'processing',
    ...dates(dialect, record)
  }
}

/** Writes a project. `next` is the name of the project listed after it. */
export function writeProject(dialect: ServiceDialect, record: ProjectRecord, next = record.project): Row {
  const { project, reports, result } = record
  return {
    id: projectId(dialect, record, next),
    project,
    reports: writeCount(dialect, reports),
    result,
    ...dates(dialect, record)
  }
}

function projectId({ projects, ids }: ServiceDialect, { id = 0 }: ProjectRecord, next: string): unknown {
  if (projects === 'ids-as-names') return next
  return projects === 'by-name' ? undefined : writeId(ids, id)
}

/** Field names of the creation and change times in each dialect. */
const STAMPS: Readonly<Record<ServiceDialect['stamps'], readonly [created: string, updated: string]>> = {
  created_at: ['created_at', 'updated_at'],
  created: ['created', 'modified'],
  createdAt: ['createdAt', 'updatedAt'],
  date_created: ['date_created', 'date_updated'],
  inserted_at: ['inserted_at', 'updated_at']
}

function dates(
  { dates: style, stamps }: ServiceDialect,
  record: { readonly createdAt: number; readonly updatedAt?: number; readonly deletedAt?: number }
): Row {
  const { createdAt, updatedAt, deletedAt } = record
  const [created, updated] = STAMPS[stamps]
  return {
    [created]: writeDate(style, createdAt),
    [updated]: updatedAt === undefined ? undefined : writeDate(style, updatedAt),
    deleted_at: deletedAt === undefined ? undefined : writeDeleted(style, deletedAt)
  }
}

/** Writes the deletion time, also in dialects without dates, because a missing or zero date would mean not deleted. */
function writeDeleted(style: ServiceDialect['dates'], at: number): unknown {
  return style === 'missing' || style === 'zero' ? sqlDate(at) : writeDate(style, at)
}

const emptyAsNull = (text: string): string | null => (text === '' ? null : text)

function pictureAddress({ pictures }: ServiceDialect, base: string, file: string): string {
  if (pictures === 'absolute') return base + PICTURE_PATH + file
  // Rooted addresses start at the host, so they include the path prefix of the service.
  if (pictures === 'rooted') return new URL(base).pathname.replace(/\/$/, '') + PICTURE_PATH + file
  return pictures === 'relative' ? PICTURE_PATH.slice(1) + file : file
}

const carriesResults = ({ results }: ServiceDialect, place: RecordPlace): boolean =>
  results === 'list' || (results === 'show' && place.in === 'single')

/** Returns the results as last sent in an update, or only the picture before that. */
function writeResults({ entries }: ServiceDialect, record: ImageRecord, address: string | null): readonly unknown[] {
  const kept: readonly unknown[] = record.results ?? (address === null ? [] : [address])
  return entries === 'text' ? kept : kept.map((entry) => (typeof entry === 'string' ? { url: entry } : entry))
}

const FLAGS: Readonly<Record<ServiceDialect['flags'], (flag: boolean) => unknown>> = {
  digits: (flag) => (flag ? 1 : 0),
  booleans: (flag) => flag,
  text: (flag) => (flag ? '1' : '0'),
  words: String,
  null: (flag) => (flag ? 1 : null),
  missing: () => undefined
}
