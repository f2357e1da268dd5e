/**
 * The files of a rebuild. The new library is made whole under a name of its own; only its last name says that it is
 * whole. A kill anywhere leaves either the damaged file where it was, or what the next opening finishes.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const ENDS = ['', '-wal', '-shm'] as const

/** Where the new library is made. Whatever a killed rebuild left there is removed. */
export function beginRebuild(file: string): string {
  const draft = `${file}.rebuilding`
  for (const end of ENDS) rmSync(draft + end, { force: true })
  return draft
}

/** The draft is closed and whole: from here on it is the library. Answers the folder of what was set aside. */
export function completeRebuild(file: string, stamp: string): string {
  renameSync(`${file}.rebuilding`, `${file}.rebuilt-${stamp}`)
  finishRebuild(file)
  return basename(quarantineOf(file, stamp))
}

/** Puts a whole new library into its place, and what stood there into a folder beside it. Does nothing when there is none. */
export function finishRebuild(file: string): void {
  const prefix = `${basename(file)}.rebuilt-`
  const rebuilt = readdirSync(dirname(file)).find((name) => name.startsWith(prefix))
  if (rebuilt === undefined) return
  const quarantine = quarantineOf(file, rebuilt.slice(prefix.length))
  mkdirSync(quarantine, { recursive: true })
  for (const end of ENDS) {
    if (existsSync(file + end)) renameSync(file + end, join(quarantine, basename(file) + end))
  }
  renameSync(join(dirname(file), rebuilt), file)
}

const quarantineOf = (file: string, stamp: string): string => `${file}.damaged-${stamp}`
