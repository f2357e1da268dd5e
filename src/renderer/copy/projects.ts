/** Words of the projects screen. */
import type { ProjectQuery } from '../../shared/project.ts'
import { formatCount, formatTime, plural } from '../format.ts'

export const projectsCopy = {
  title: 'Projects',
  table: 'Projects of the service',
  search: 'Search project names',
  clearSearch: 'Clear search',
  unknown: '–',
  footnote: 'Projects are made on the service. It offers no way to create, open or rename them here.',
  noneHeadline: 'No projects',
  noneBody: 'Projects are made on the service; they’ll appear here.',
  notReadBody: 'The list has not been read from the service yet.',
  syncNow: 'Sync now'
} as const

export const columnLabel: Readonly<Record<ProjectQuery['sortBy'], string>> = {
  project: 'Name',
  reports: 'Reports',
  result: 'Result',
  created_at: 'Date created'
}

const projectCount = (count: number): string =>
  plural(count, { one: '1 project', other: `${formatCount(count)} projects` })

/** Under the title: how many, and whether the list is known to be whole. `completeAsOf` in ms, null = never proved. */
export function projectsSubtitle(matching: number, total: number, completeAsOf: number | null): string {
  if (matching !== total) return `${formatCount(matching)} of ${projectCount(total)}`
  if (total === 0) return ''
  return completeAsOf === null
    ? projectCount(total)
    : `${projectCount(total)}, complete as of ${formatTime(completeAsOf)}`
}

export function nothingMatches(search: string): string {
  return `No project name contains “${search}”`
}

export function hiddenByFilter(total: number): string {
  return plural(total, { one: '1 project is hidden.', other: `${formatCount(total)} projects are hidden.` })
}
