/**
 * The folder that holds everything Proofsheet keeps, chosen once, before anything of Electron is used. It holds names,
 * prompts and unsent changes: on a shared computer it is the user's alone.
 */
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'

/** Windows joins a window to the shortcut with the same ID, which the packager writes (electron-builder.yml). */
export const APP_USER_MODEL_ID = 'app.proofsheet.desktop'

const OPTION = '--profile'

/** Rights that nobody but the user has in the profile, and what the user has. */
const OTHERS = 0o077
const MODE = { folder: 0o700, file: 0o600 }

/** Fixed places inside a profile. */
export interface ProfilePaths {
  readonly root: string
  readonly connectionsFile: string
  readonly preferencesFile: string
  readonly createDraftFile: string
  readonly windowFile: string
  readonly libraries: string
  readonly pictures: string
  /** What was changed in the sample library, while there is one. */
  readonly sampleFile: string
  readonly logs: string
}

/**
 * Reads `--profile DIR` or `--profile=DIR`; null when it is not given.
 * Our own option, because Electron reads `--user-data-dir` itself and Chromium's meaning of it differs.
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
 * Makes the folder, and takes the rights of others from it and from what lies in it. What Proofsheet makes later has
 * none, because this sets the umask of the process. A folder that is no profile yet (a first `--profile /tmp`) keeps
 * its rights. Windows keeps a profile in the user's own folder.
 */
export function keepPrivate({ root, ...places }: ProfilePaths): void {
  process.umask(OTHERS)
  const isNew = mkdirSync(root, { recursive: true }) !== undefined
  if (isNew || process.platform === 'win32') return
  // Folders of such names may be anybody's; these files are made by Proofsheet alone.
  const isProfile = [places.connectionsFile, places.preferencesFile].some((file) => modeOf(file) !== null)
  if (!isProfile || !isOpen(root)) return
  close(root)
  // On a disk without rights nothing helps; and where others cannot enter, the rest is closed only once.
  if (isOpen(root)) return
  for (const place of Object.values(places).flatMap(withContent)) close(place)
}

/** null for what is not there, or may not be looked at. */
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
    // A file, nothing at all, or a folder of another user.
    return [path]
  }
}

function close(path: string): void {
  try {
    const entry = lstatSync(path)
    // A link's target is not ours to change.
    if (!entry.isSymbolicLink()) chmodSync(path, entry.isDirectory() ? MODE.folder : MODE.file)
  } catch {
    // A file of another user, or one that has gone meanwhile, must not keep Proofsheet from starting.
  }
}
