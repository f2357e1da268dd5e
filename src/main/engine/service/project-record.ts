/** Reads one project record. */
import type { ServiceProject } from '../domain/service-records.ts'
import { keepOther } from './keep-other.ts'
import { isObject, member, readChoice, readCount, readId } from './read-fields.ts'
import { readTime } from './read-time.ts'

/**
 * undefined when the value is no record or its `project` is no text. An empty name is read and shown; it cannot be
 * addressed, which is for the delete to say.
 */
export function readProject(raw: unknown): ServiceProject | undefined {
  if (!isObject(raw)) return undefined
  const project = readProjectName(member(raw, 'project'))
  if (project === undefined) return undefined
  const read: Readonly<Record<string, unknown>> = {
    reports: readCount(member(raw, 'reports')),
    result: readChoice(member(raw, 'result')),
    created_at: readTime(member(raw, 'created_at'))
  }
  // null in a known field says no more than the field's absence.
  const isTaken = (key: string) => Object.hasOwn(read, key) && (read[key] !== undefined || raw[key] === null)
  return {
    project,
    reports: readCount(member(raw, 'reports')) ?? null,
    result: readChoice(member(raw, 'result')) ?? null,
    createdAt: readTime(member(raw, 'created_at')) ?? null,
    other: keepOther(raw, (key) => key === 'project' || isTaken(key))
  }
}

function readProjectName(value: unknown): string | undefined {
  return value === null || value === '' ? '' : readId(value)
}
