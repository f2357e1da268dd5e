/** The mirror of projects. */
import type { ServiceProject } from '../domain/service-records.ts'
import { CHANGED } from './change-log.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'
import { whole } from './image-row.ts'
import { type AppliedPage, noteWritten } from './images.ts'
import { nextSequence } from './meta.ts'
import { addRecord, findRecord } from './records.ts'
import { foldText } from './search.ts'
import { IS_HIDDEN, sight } from './tombstones.ts'
import type { Written } from './write-image.ts'

/** The columns that a response fills. */
interface StoredProject {
  readonly reports: number | null
  readonly result: string | null
  readonly created_at: number | null
  readonly other: string
}

interface Times {
  readonly requestSequence: number
  readonly readAt: number
  readonly sequence: number
}

/** Merges a response, which has every field; a field without a value keeps the known one. */
function merge(project: ServiceProject, known: StoredProject | undefined): StoredProject {
  // Written by this function, from an object. An id that is no longer reported may belong to another project by now.
  const other = { ...(JSON.parse(known?.other ?? '{}') as object), ...project.other, id: project.id }
  return {
    reports: whole(project.reports) ?? known?.reports ?? null,
    result: project.result?.toWellFormed() ?? known?.result ?? null,
    created_at: whole(project.createdAt) ?? known?.created_at ?? null,
    other: JSON.stringify(other).toWellFormed()
  }
}

const isSame = (a: StoredProject, b: StoredProject): boolean =>
  a.reports === b.reports && a.result === b.result && a.created_at === b.created_at && a.other === b.other

function writeProject(db: WriteDb, project: ServiceProject, times: Times): Written {
  const name = project.project.toWellFormed()
  const found = findRecord(db, 'projects', name)
  const record = found ?? addRecord(db, { group: 'projects', serviceId: name, seenAt: times.readAt })
  const untouched = { record, isNew: false, kinds: 0 }
  const sighting = found === null ? 'present' : sight(db, { record, ...times })
  if (sighting === 'gone') return untouched
  const known = db.get<StoredProject & { request_sequence: number }>(
    'SELECT reports, result, created_at, other, request_sequence FROM projects WHERE record = ?',
    [record]
  )
  if (known !== undefined && times.requestSequence < known.request_sequence) return untouched
  const after = merge(project, known)
  const isNew = known === undefined || sighting === 'revived'
  if (known !== undefined && isSame(known, after)) return isNew ? { record, isNew, kinds: CHANGED.projects } : untouched
  db.run(
    `INSERT OR REPLACE INTO projects (record, project, project_key, reports, result, created_at, read_at, request_sequence, other)
     VALUES (:record, :name, :key, :reports, :result, :created_at, :readAt, :requestSequence, :other)`,
    { record, name, key: foldText(name), ...after, readAt: times.readAt, requestSequence: times.requestSequence }
  )
  return { record, isNew, kinds: CHANGED.projects }
}

/**
 * Applies one page of the project list in one transaction; see `applyImages`. Throws what the driver throws, with
 * nothing half written.
 */
export function applyProjects(
  db: WriteDb,
  page: { records: readonly ServiceProject[]; requestSequence: number; readAt: number; pass: number | null }
): AppliedPage {
  const { requestSequence, readAt, pass } = page
  return inTransaction(db, () => {
    const times = { requestSequence, readAt, sequence: nextSequence(db) }
    const written = page.records.map((project) => writeProject(db, project, times))
    return noteWritten(db, written, pass)
  })
}

/**
 * Returns the names of displayed projects whose deletion was never requested from the service; a whole list contains
 * most of them.
 */
export function expectedProjects(db: ReadDb): string[] {
  return db.column<string>(`SELECT r.service_id FROM projects p JOIN records r USING (record)
    WHERE NOT ${IS_HIDDEN('p.record')} AND NOT EXISTS (
      SELECT 1 FROM outbox o WHERE o.record = p.record AND o.kind = 'delete-project' AND o.tried_at IS NOT NULL)`)
}

/** Returns whether any project that may still exist is known well enough to tell it from another of the same name. */
export function hasComparableProjects(db: ReadDb): boolean {
  const sql = 'SELECT 1 FROM projects WHERE created_at IS NOT NULL AND record NOT IN (SELECT record FROM gone) LIMIT 1'
  return db.value<number>(sql) !== undefined
}

/** Returns whether a project of a response is a known one: same name, and same creation time. */
export function isKnownProject(db: ReadDb, { project, createdAt }: ServiceProject): boolean {
  const record = findRecord(db, 'projects', project.toWellFormed())
  const known = db.value<number | null>('SELECT created_at FROM projects WHERE record = ?', [record])
  return known !== undefined && known !== null && known === whole(createdAt)
}
