/** Reads one project record. */
import type { ServiceProject } from '../domain/service-records.ts'
import { keepOther } from './keep-other.ts'
import { isObject, member, readChoice, readCount, readId } from './read-fields.ts'
import { CREATED_NAMES, readTime } from './read-time.ts'

/**
 * undefined when the value is no record or its `project` is no text. An empty name is read and shown; it cannot be
 * addressed, which is for the delete to say.
 */
export function readProject(raw: unknown): ServiceProject | undefined {
  if (!isObject(raw)) return undefined
  const project = readProjectName(member(raw, 'project'))
  if (project === undefined) return undefined
  const created = CREATED_NAMES.find((name) => typeof readTime(member(raw, name)) === 'number') ?? CREATED_NAMES[0]
  const createdAt = readTime(member(raw, created))
  const id = readId(member(raw, 'id'))
  const read: Readonly<Record<string, unknown>> = {
    id,
    reports: readCount(member(raw, 'reports')),
    result: readChoice(member(raw, 'result')),
    [created]: createdAt
  }
  // null in a known field says no more than the field's absence.
  const isTaken = (key: string) => Object.hasOwn(read, key) && (read[key] !== undefined || raw[key] === null)
  return {
    project,
    ...(id === undefined ? {} : { id }),
    reports: readCount(member(raw, 'reports')) ?? null,
    result: readChoice(member(raw, 'result')) ?? null,
    createdAt: createdAt ?? null,
    other: keepOther(raw, (key) => key === 'project' || isTaken(key))
  }
}

function readProjectName(value: unknown): string | undefined {
  return value === null || value === '' ? '' : readId(value)
}
