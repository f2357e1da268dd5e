/** Records on the wire. What is undefined is left out. */
import { forEachLook } from '../../shared/image.ts'
import type { ImageRecord } from '../image-record.ts'
import { PICTURE_PATH } from '../picture-names.ts'
import type { ProjectRecord } from '../project-store.ts'
import type { ServiceDialect } from './switches.ts'
import { writeId, sqlDate, writeDate, writeCount } from './wire-values.ts'

export type Row = Readonly<Record<string, unknown>>

export interface RecordPlace {
  /** Address of the service, for absolute addresses. */
  readonly base: string
  readonly in: 'list' | 'single'
  /** ms since epoch: until a record's time has come its picture is in the making. */
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
    ...forEachLook((look) => record[look]),
    result,
    [dialect.picture]: dialect.pictures === 'name' ? undefined : address,
    results: carriesResults(dialect, place) ? writeResults(dialect, record, address) : undefined,
    favorite: FLAGS[dialect.flags](record.favorite),
    status: record.readyAt === undefined ? undefined : isReady ? 'ready' : 'processing',
    ...dates(dialect, record)
  }
}

/** `next`: name of the project that is listed behind it, where there is one. */
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

/** What each dialect calls the times when a record was made and last changed. */
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

/** A record without any date must still tell that it was deleted: nothing and zeros say that it was not. */
function writeDeleted(style: ServiceDialect['dates'], at: number): unknown {
  return style === 'missing' || style === 'zero' ? sqlDate(at) : writeDate(style, at)
}

const emptyAsNull = (text: string): string | null => (text === '' ? null : text)

function pictureAddress({ pictures }: ServiceDialect, base: string, file: string): string {
  if (pictures === 'absolute') return base + PICTURE_PATH + file
  // Rooted means from the host, so a path of the service's own stands in front.
  if (pictures === 'rooted') return new URL(base).pathname.replace(/\/$/, '') + PICTURE_PATH + file
  return pictures === 'relative' ? PICTURE_PATH.slice(1) + file : file
}

const carriesResults = ({ results }: ServiceDialect, place: RecordPlace): boolean =>
  results === 'list' || (results === 'show' && place.in === 'single')

/** As last sent in an update; until then the picture alone. */
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
