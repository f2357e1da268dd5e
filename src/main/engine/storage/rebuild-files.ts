/**
 * The files of a rebuild. The new library is written completely under a temporary name; only its final name marks it as
 * complete. A kill at any time leaves either the damaged file in place, or files that the next opening completes.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const SUFFIXES = ['', '-wal', '-shm'] as const

/** Returns the path of the new library, and removes the remains of a killed rebuild. */
export function beginRebuild(file: string): string {
  const draft = `${file}.rebuilding`
  for (const suffix of SUFFIXES) rmSync(draft + suffix, { force: true })
  return draft
}

/** Makes the closed and complete draft the library. Returns the name of the folder with the damaged file. */
export function completeRebuild(file: string, stamp: string): string {
  renameSync(`${file}.rebuilding`, `${file}.rebuilt-${stamp}`)
  finishRebuild(file)
  return basename(quarantineOf(file, stamp))
}

/**
 * Moves a complete new library into place, and the damaged file into a folder beside it. Does nothing if there is none.
 */
export function finishRebuild(file: string): void {
  const prefix = `${basename(file)}.rebuilt-`
  const rebuilt = readdirSync(dirname(file)).find((name) => name.startsWith(prefix))
  if (rebuilt === undefined) return
  const quarantine = quarantineOf(file, rebuilt.slice(prefix.length))
  mkdirSync(quarantine, { recursive: true })
  for (const suffix of SUFFIXES) {
    if (existsSync(file + suffix)) renameSync(file + suffix, join(quarantine, basename(file) + suffix))
  }
  renameSync(join(dirname(file), rebuilt), file)
}

const quarantineOf = (file: string, stamp: string): string => `${file}.damaged-${stamp}`
