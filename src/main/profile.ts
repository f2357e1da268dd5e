/**
 * Chooses the folder of all data of Proofsheet once, before Electron is used. It contains names, prompts and unsent
 * changes, so it is private to the user on a shared computer.
 */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'

/** ID by which Windows matches a window to its shortcut, which the packager writes (electron-builder.yml). */
export const APP_USER_MODEL_ID = 'app.proofsheet.desktop'

const OPTION = '--profile'

/** Permission bits of other users, which are removed, and the permissions of the user. */
const OTHERS = 0o077
const MODE = { folder: 0o700, file: 0o600 }

/** Fixed paths inside a profile. */
export interface ProfilePaths {
  readonly root: string
  readonly connectionsFile: string
  readonly preferencesFile: string
  readonly createDraftFile: string
  readonly windowFile: string
  readonly libraries: string
  readonly pictures: string
  /** Journal of changes in the sample library, while it exists. */
  readonly sampleFile: string
  readonly logs: string
}

/**
 * Reads `--profile DIR` or `--profile=DIR`; `null` if it is not given. A separate option is needed, because Electron
 * reads `--user-data-dir` and Chromium's meaning of it differs.
 */
export function profileArgument(argv: readonly string[]): string | null {
  const joined = argv.find((part) => part.startsWith(`${OPTION}=`))
  const next = argv.indexOf(OPTION)
  const given = joined?.slice(OPTION.length + 1) ?? (next === -1 ? undefined : argv[next + 1])
  if (given === undefined || given === '' || given.startsWith('--')) return null
  return isAbsolute(given) ? given : resolve(given)
}

export function profilePaths(root: string): ProfilePaths {
  return {
    root,
    connectionsFile: join(root, 'connections.json'),
    preferencesFile: join(root, 'preferences.json'),
    createDraftFile: join(root, 'create-draft.json'),
    windowFile: join(root, 'window.json'),
    libraries: join(root, 'libraries'),
    pictures: join(root, 'pictures'),
    sampleFile: join(root, 'sample.jsonl'),
    logs: join(root, 'logs')
  }
}

/**
 * Creates the folder and removes the permissions of other users from it and its content. Files created later have
 * none, because this sets the umask of the process. A folder that is not a profile yet (a first `--profile /tmp`)
 * keeps its permissions. On Windows a profile is inside the user's private folder.
 */
export function keepPrivate({ root, ...paths }: ProfilePaths): void {
  process.umask(OTHERS)
  const isNew = mkdirSync(root, { recursive: true }) !== undefined
  if (isNew || process.platform === 'win32') return
  // Folders with these names may belong to another program; these files are created only by Proofsheet.
  const isProfile = [paths.connectionsFile, paths.preferencesFile].some((file) => modeOf(file) !== null)
  if (!isProfile || !isOpen(root)) return
  restrict(root)
  // A file system without permissions ignores the change. Content is processed only once, because a closed root is
  // enough later.
  if (isOpen(root)) return
  for (const path of Object.values(paths).flatMap(withContent)) restrict(path)
}

/** Returns the mode; `null` if the path does not exist or is not accessible. */
function modeOf(path: string): number | null {
  try {
    return lstatSync(path).mode
  } catch {
    return null
  }
}

const isOpen = (path: string): boolean => ((modeOf(path) ?? 0) & OTHERS) !== 0

function withContent(path: string): string[] {
  try {
    return [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))]
  } catch {
    // The path is a file, does not exist, or is a folder of another user.
    return [path]
  }
}

function restrict(path: string): void {
  try {
    const entry = lstatSync(path)
    // The target of a link may be outside the profile.
    if (!entry.isSymbolicLink()) chmodSync(path, entry.isDirectory() ? MODE.folder : MODE.file)
  } catch {
    // A file of another user, or one deleted since, must not prevent Proofsheet from starting.
  }
}
