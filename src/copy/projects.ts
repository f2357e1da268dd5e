/** Words of the projects screen. */
import type { ProjectQuery } from '../shared/project.ts'
import { formatCount, plural } from './format.ts'
import { countProjects } from './counted.ts'
import { clockText } from './time.ts'

export const projectsCopy = {
  title: 'Projects',
  table: 'Projects of the service',
  search: 'Search project names',
  clearSearch: 'Clear search',
  unknown: '–',
  footnote: 'Projects can be listed and deleted here. The service doesn’t support creating, opening, or renaming them.',
  noneHeadline: 'No projects',
  noneBody: 'Projects created on the service appear here.',
  notReadBody: 'The list hasn’t been loaded from the service yet.',
  syncNow: 'Sync now',
  actions: 'Actions',
  copyName: 'Copy name',
  nameCopied: 'Name copied',
  delete: 'Delete project…',
  deleteNow: 'Delete project',
  cancel: 'Cancel',
  waiting: 'Waiting to be deleted',
  needsYou: 'Needs attention',
  review: 'Review',
  alreadyWaiting: 'Already waiting to be deleted',
  answerFirst: 'Resolve its last deletion first, under Needs attention'
} as const

export const columnLabel: Readonly<Record<ProjectQuery['sortBy'], string>> = {
  project: 'Name',
  reports: 'Reports',
  result: 'Result',
  created_at: 'Date created'
}

/**
 * Under the title: how many, and whether the list is known to be whole. Times in ms since epoch; `completeAsOf` null =
 * never proved.
 */
export function projectsSubtitle(
  { matching, total }: { readonly matching: number; readonly total: number },
  completeAsOf: number | null,
  now: number
): string {
  if (matching !== total) return `${formatCount(matching)} of ${countProjects(total)}`
  if (total === 0) return ''
  return completeAsOf === null
    ? countProjects(total)
    : `${countProjects(total)}, complete as of ${clockText(completeAsOf, now)}`
}

export function nothingMatches(search: string): string {
  return `No project name contains “${search}”`
}

export function hiddenByFilter(total: number): string {
  return plural(total, { one: '1 project is hidden.', other: `${formatCount(total)} projects are hidden.` })
}

/** "Actions for shop.example.org", the name of a row's button. */
export function actionsFor(project: string): string {
  return `Actions for ${project}`
}

export function deleteTitle(project: string): string {
  return `Delete project “${project}”?`
}

/** What goes with it, as far as the service tells. `reports`: null = it tells no number. */
export function whatGoes(reports: number | null): string {
  const everything = 'The service also deletes everything it keeps under it'
  if (reports === null) return `${everything}, and doesn’t say what that includes.`
  // A number and its noun stay on one line.
  return `${everything} (${plural(reports, { one: '1\u00a0report', other: `${formatCount(reports)}\u00a0reports` })}).`
}
