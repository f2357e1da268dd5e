/** What the last starts found out the slow way, so that the next one need not: a small file for each, good for a day. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const GOOD_FOR_MS = 24 * 60 * 60 * 1000

export interface Memory {
  /** Whether `name` was remembered with this very `detail` (a version) within the last day. */
  readonly has: (name: string, detail: string) => boolean
  readonly keep: (name: string, detail: string) => void
  readonly forget: (name: string) => void
}

export function createMemory(root: string, now: () => number = Date.now): Memory {
  const folder = join(root, '.setup')
  const fileOf = (name: string): string => join(folder, `${name}.json`)
  return {
    has: (name, detail) => {
      const { at, detail: kept } = read(fileOf(name))
      return kept === detail && typeof at === 'number' && Math.abs(now() - at) < GOOD_FOR_MS
    },
    keep: (name, detail) =>
      ifDiskAllows(() => {
        mkdirSync(folder, { recursive: true })
        writeFileSync(fileOf(name), JSON.stringify({ at: now(), detail }))
      }),
    forget: (name) => ifDiskAllows(() => rmSync(fileOf(name), { force: true }))
  }
}

/** The clone may be another user's: what cannot be remembered costs time, and must not cost the start. */
function ifDiskAllows(change: () => void): void {
  try {
    change()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
  }
}

/** A file that is not there, or was cut off, remembers nothing. */
function read(file: string): { readonly at?: unknown; readonly detail?: unknown } {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
