/** Stores the few project records of the service by their name, which is a host name and also the id. */
import { chanceAt, pickAt } from './chance.ts'
import { likePattern } from './like-pattern.ts'

export interface ProjectRecord {
  readonly project: string
  /** Assigned by the store, starting at 1. */
  readonly id?: number
  /** Number of its reports, which are deleted with it. */
  readonly reports: number
  /** Sum of their scores as a decimal string. */
  readonly result: string
  /** ms since epoch, whole seconds. */
  readonly createdAt: number
  /** Time of deletion, ms since epoch; only on services that keep deleted records. */
  readonly deletedAt?: number
}

export interface ProjectSelection {
  /** LIKE pattern; `null` selects all. */
  readonly search: string | null
  readonly sortBy: 'created_at' | 'project'
  readonly sort: 'asc' | 'desc'
  /** Whether to list deleted records that are kept. */
  readonly withDeleted?: boolean
}

const HOSTS = ['shop', 'www', 'blog', 'docs', 'news', 'app', 'status', 'en', 'careers', 'static.assets']
const NAMES = ['harbor-books', 'northlight', 'tinroof', 'paperkite', 'quietlane', 'oldmill', 'brightfield', 'saltmarsh']
const ENDINGS = ['example.org', 'example.com', 'example.net', 'example']
const AGE_MS = 700 * 24 * 3600 * 1000

export class ProjectStore {
  readonly #records = new Map<string, ProjectRecord>()
  readonly #retired = new Map<string, ProjectRecord>()
  readonly #now: () => number
  #nextId = 1

  constructor(options: { readonly count: number; readonly seed: number; readonly now: () => number }) {
    const { count, seed } = options
    this.#now = options.now
    const madeAt = options.now()
    for (let index = 0; index < count; index++) {
      const age = AGE_MS * ((index + 0.9 * chanceAt(seed, index, 41)) / count)
      const record = generatedProject(seed, index, madeAt - age)
      this.put(record)
    }
  }

  get size(): number {
    return this.#records.size
  }

  get(project: string): ProjectRecord | null {
    return this.#records.get(project) ?? null
  }

  /** Adds or replaces a project, for tests with unusual names. */
  put(record: ProjectRecord): void {
    this.#records.set(record.project, { ...record, id: this.get(record.project)?.id ?? this.#nextId++ })
  }

  /** Removes a project; returns `false` if there is no such project. */
  remove(project: string): boolean {
    return this.#records.delete(project)
  }

  /** Marks a project as deleted and keeps it; returns `false` if there is no such project. */
  retire(project: string): boolean {
    const record = this.get(project)
    if (record === null) return false
    this.#retired.set(project, { ...record, deletedAt: Math.floor(this.#now() / 1000) * 1000 })
    return this.remove(project)
  }

  list(selection: ProjectSelection): ProjectRecord[] {
    const pattern = selection.search === null ? null : likePattern(selection.search)
    const all = [...this.#records.values(), ...(selection.withDeleted === true ? this.#retired.values() : [])]
    const found = all.filter(({ project }) => pattern === null || pattern.test(project))
    const ascending = selection.sortBy === 'project' ? byName : byAge
    return found.sort(selection.sort === 'desc' ? (a, b) => ascending(b, a) : ascending)
  }

  all(): Map<string, ProjectRecord> {
    return new Map(this.#records)
  }
}

const byName = (a: ProjectRecord, b: ProjectRecord): number => (a.project < b.project ? -1 : 1)
const byAge = (a: ProjectRecord, b: ProjectRecord): number => a.createdAt - b.createdAt || byName(a, b)

/** Generates a project. After all combinations are used, a number makes names unique. */
function generatedProject(seed: number, index: number, createdAt: number): ProjectRecord {
  const name = NAMES[index % NAMES.length] ?? 'project'
  const round = Math.floor(index / NAMES.length)
  const host = HOSTS[round % HOSTS.length] ?? 'www'
  const again = Math.floor(round / HOSTS.length)
  const ending = pickAt(ENDINGS, chanceAt(seed, index, 42))
  const reports = 1 + Math.floor(chanceAt(seed, index, 43) ** 2 * 240)
  const score = reports * (40 + 58 * chanceAt(seed, index, 44))
  return {
    project: `${host}.${name}${again === 0 ? '' : again}.${ending}`,
    reports,
    result: score.toFixed(2),
    createdAt: Math.floor(createdAt / 1000) * 1000
  }
}
