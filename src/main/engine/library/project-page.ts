/** Reads one page of the project table. */
import type { RequestArgs } from '../../../shared/bridge.ts'
import type { ProjectPage, ProjectQuery, ProjectRow } from '../../../shared/project.ts'
import type { ReadDb } from '../storage/database.ts'
import { countShown } from '../storage/removals.ts'
import { foldText } from '../storage/search.ts'
import { IS_HIDDEN } from '../storage/tombstones.ts'
import { IS_REJECTED, markOf } from './image-rows.ts'

interface StoredRow extends Omit<ProjectRow, 'mark'> {
  readonly isRejected: 0 | 1 | null
}

/** A result may be a decimal as text, so it is sorted by its numeric value. */
const SORT_KEYS: Readonly<Record<ProjectQuery['sortBy'], string>> = {
  created_at: 'created_at',
  project: 'natural_key(project_key)',
  reports: 'reports',
  result: 'CAST(result AS REAL)'
}

/** Missing values come last in either direction; equal values keep the order of the record numbers. */
function orderBy({ sortBy, sort }: ProjectQuery): string {
  const [key, direction] = [SORT_KEYS[sortBy], sort === 'asc' ? 'ASC' : 'DESC']
  return `${key} IS NULL, ${key} ${direction}, record ${direction}`
}

const toRow = ({ isRejected, ...row }: StoredRow): ProjectRow => ({ ...row, mark: markOf(isRejected) })

/** Returns rows `offset` to `offset + limit` of the matching projects, and the two counts. */
export function readProjects(db: ReadDb, { query, offset, limit }: RequestArgs<'listProjects'>): ProjectPage {
  const search = foldText(query.search)
  const matches = `(:search = '' OR instr(project_key, :search) > 0) AND NOT ${IS_HIDDEN('projects.record')}`
  const rows = db.all<StoredRow>(
    `SELECT record, project, reports, result, created_at AS createdAt, ${IS_REJECTED('projects.record')} AS isRejected
     FROM projects WHERE ${matches} ORDER BY ${orderBy(query)} LIMIT :limit OFFSET :offset`,
    { search, limit, offset }
  )
  const matching = db.value<number>(`SELECT count(*) FROM projects WHERE ${matches}`, { search }) ?? 0
  return { rows: rows.map(toRow), matching, total: countShown(db, 'projects') }
}
