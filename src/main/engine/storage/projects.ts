/** The mirror of projects. */
import type { ServiceProject } from '../domain/service-records.ts'
import { CHANGED, logChange } from './change-log.ts'
import { inTransaction, type ReadDb, type WriteDb } from './database.ts'
import { keepTick, nextTick } from './meta.ts'
import { markSeen } from './passes.ts'
import { addRecord, findRecord } from './records.ts'
import { foldText } from './search.ts'
import { IS_HIDDEN, sight } from './tombstones.ts'

/** The columns that an answer tells. */
interface StoredProject {
  readonly reports: number | null
  readonly result: string | null
  readonly created_at: number | null
  readonly other: string
}

export interface AppliedProjects {
  readonly added: readonly number[]
  readonly changed: readonly number[]
  /** How many the pass had not seen before; 0 without a pass. */
  readonly newlySeen: number
}

interface WrittenProject {
  readonly record: number
  readonly isNew: boolean
  readonly isChanged: boolean
}

interface Times {
  readonly askedAt: number
  readonly readAt: number
  readonly tick: number
}

const whole = (value: number | null): number | null =>
  value === null || !Number.isFinite(value) ? null : Math.trunc(value)

/** A project answer has every field; one without a value keeps what an earlier one told. */
function merge(project: ServiceProject, known: StoredProject | undefined): StoredProject {
  // Written by this function, from an object. An id that is no longer reported could be another project's by now.
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

function writeProject(db: WriteDb, project: ServiceProject, times: Times): WrittenProject {
  const name = project.project.toWellFormed()
  const found = findRecord(db, 'projects', name)
  const record = found ?? addRecord(db, { group: 'projects', serviceId: name, seenAt: times.readAt })
  const sighting = found === null ? 'present' : sight(db, { record, ...times })
  if (sighting === 'gone') return { record, isNew: false, isChanged: false }
  const known = db.get<StoredProject & { asked_at: number }>(
    'SELECT reports, result, created_at, other, asked_at FROM projects WHERE record = ?',
    [record]
  )
  if (known !== undefined && times.askedAt < known.asked_at) return { record, isNew: false, isChanged: false }
  const after = merge(project, known)
  const isBack = sighting === 'revived'
  if (known !== undefined && isSame(known, after)) return { record, isNew: isBack, isChanged: false }
  db.run(
    `INSERT OR REPLACE INTO projects (record, project, project_key, reports, result, created_at, read_at, asked_at, other)
     VALUES (:record, :name, :key, :reports, :result, :created_at, :readAt, :askedAt, :other)`,
    { record, name, key: foldText(name), ...after, readAt: times.readAt, askedAt: times.askedAt }
  )
  const isNew = known === undefined || isBack
  return { record, isNew, isChanged: !isNew }
}

/**
 * Applies one page of the list of projects in one transaction; see `applyImages`. Throws what the driver throws, with
 * nothing half written.
 */
export function applyProjects(
  db: WriteDb,
  page: { records: readonly ServiceProject[]; askedAt: number; readAt: number; pass: number | null }
): AppliedProjects {
  const { askedAt, readAt, pass } = page
  return inTransaction(db, () => {
    const tick = nextTick(db)
    const written = page.records.map((project) => writeProject(db, project, { askedAt, readAt, tick }))
    const added = written.filter((one) => one.isNew).map((one) => one.record)
    const changed = written.filter((one) => one.isChanged).map((one) => one.record)
    const touched = Uint32Array.from([...added, ...changed])
    if (touched.length > 0) keepTick(db)
    logChange(db, { kinds: touched.length > 0 ? CHANGED.projects : 0, records: touched })
    const seen = written.map((one) => one.record)
    return { added, changed, newlySeen: pass === null ? 0 : markSeen(db, pass, seen) }
  })
}

/** Names of the projects on screen that nobody has asked the service to delete: a whole list shows most of them. */
export function expectedProjects(db: ReadDb): string[] {
  return db.column<string>(`SELECT r.service_id FROM projects p JOIN records r USING (record)
    WHERE NOT ${IS_HIDDEN('p.record')} AND NOT EXISTS (
      SELECT 1 FROM outbox o WHERE o.record = p.record AND o.kind = 'delete-project' AND o.tried_at IS NOT NULL)`)
}

/** Whether a project that the service may still have is known well enough to tell it from one of the same name. */
export function hasComparableProjects(db: ReadDb): boolean {
  const sql = 'SELECT 1 FROM projects WHERE created_at IS NOT NULL AND record NOT IN (SELECT record FROM gone) LIMIT 1'
  return db.value<number>(sql) !== undefined
}

/** Whether a project that an answer shows is one known here: of the same name, and created at the same time. */
export function isKnownProject(db: ReadDb, { project, createdAt }: ServiceProject): boolean {
  const record = findRecord(db, 'projects', project.toWellFormed())
  const known = db.value<number | null>('SELECT created_at FROM projects WHERE record = ?', [record])
  return known !== undefined && known !== null && known === whole(createdAt)
}
