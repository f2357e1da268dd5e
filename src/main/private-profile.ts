/** The profile holds names, prompts and unsent changes: on a shared computer it is the user's alone. */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ProfilePaths } from './profile.ts'

const OTHERS = 0o077
const MODE = { folder: 0o700, file: 0o600 }

/**
 * Makes the folder, and takes the rights of others from it and from what lies in it. What Proofsheet makes later has
 * none, because this sets the umask of the process. A folder with nothing of ours in it (a first `--profile /tmp`) keeps
 * its rights. Windows keeps a profile in the user's own folder.
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
    // A file of another user or a disk without rights stays as it is, and must not keep Proofsheet from starting.
  }
}
