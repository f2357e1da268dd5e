/** Projects: a name (often a host name) with its reports on the service. They can only be listed and deleted. */
import type { RecordNumber, SyncBadge } from './image.ts'

export interface ProjectRow {
  readonly record: RecordNumber
  readonly project: string
  /** Number of its reports; `null` if not returned. */
  readonly reports: number | null
  /** Sum of scores as the service sends it (may be a decimal string); `null` if not returned. */
  readonly result: string | null
  /** ms since epoch; `null` if not returned. */
  readonly createdAt: number | null
  readonly mark: SyncBadge
}

export interface ProjectQuery {
  /** Any part of the name, case-insensitive; empty matches all. */
  readonly search: string
  readonly searchBy: 'project'
  readonly sortBy: 'created_at' | 'project' | 'reports' | 'result'
  readonly sort: 'desc' | 'asc'
}

export interface ProjectPage {
  readonly rows: readonly ProjectRow[]
  /** Number of projects that match the query; `total` counts all. */
  readonly matching: number
  readonly total: number
}
