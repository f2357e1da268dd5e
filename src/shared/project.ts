/** Projects: a name (often a host name), and what the service keeps under it. List and delete only. */
import type { RecordNumber, SyncMark } from './image.ts'

export interface ProjectRow {
  readonly record: RecordNumber
  readonly project: string
  /** Count of reports kept under it; null when not returned. */
  readonly reports: number | null
  /** Sum of scores as the service writes it (perhaps a decimal string); null when not returned. */
  readonly result: string | null
  /** ms since epoch, null when not returned. */
  readonly createdAt: number | null
  readonly mark: SyncMark
}

export interface ProjectQuery {
  /** Any part of the name, without case; empty = all. */
  readonly search: string
  readonly searchBy: 'project'
  readonly sortBy: 'created_at' | 'project' | 'reports' | 'result'
  readonly sort: 'desc' | 'asc'
}

export interface ProjectPage {
  readonly rows: readonly ProjectRow[]
  /** How many match the query, and how many there are. */
  readonly matching: number
  readonly total: number
}
