/** The folder that holds everything this app keeps. Chosen once, before anything of Electron is used. */
import { isAbsolute, join, resolve } from 'node:path'

/** Windows joins a window to the shortcut with the same ID, which the packager writes (electron-builder.yml). */
export const APP_USER_MODEL_ID = 'app.proofsheet.desktop'

const OPTION = '--profile'

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
