/** The profile holds names, prompts and unsent changes: on a shared computer it is the user's alone. */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ProfilePaths } from './profile.ts'

const OTHERS = 0o077
const MODE = { folder: 0o700, file: 0o600 }

/**
 * Makes the folder, and takes the rights of others from it and from what lies in it. What the program makes later has
 * none, as this sets the mask of the process. Rights of a foreign folder (`--profile /tmp`) are left alone, except for
 * what is ours in it. Windows keeps a profile in the user's own folder.
 */
export function keepPrivate({ root, ...places }: ProfilePaths): void {
  process.umask(OTHERS)
  const isNew = mkdirSync(root, { recursive: true }) !== undefined
  if (isNew || process.platform === 'win32') return
  const ours = Object.values(places).filter(isThere)
  if (ours.length === 0 || !isOpen(root)) return
  for (const place of [root, ...ours.flatMap(withContent)]) close(place)
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined
const isOpen = (path: string): boolean => (lstatSync(path).mode & OTHERS) !== 0

function withContent(path: string): string[] {
  if (!lstatSync(path).isDirectory()) return [path]
  return [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))]
}

function close(path: string): void {
  const entry = lstatSync(path)
  // A link's target is not ours to change.
  if (entry.isSymbolicLink()) return
  try {
    chmodSync(path, entry.isDirectory() ? MODE.folder : MODE.file)
  } catch {
    // Somebody else's file, or a disk without rights: it stays as it is, and the program works.
  }
}
