/** The folder in which the app keeps everything during a start, and the sample service of a profile. */
import { accessSync, constants, lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { removeAbandonedFolders } from '../chromium-host/abandoned-folders.ts'
import { CliError } from '../setup/cli-error.mjs'
import { readJson } from '../setup/npm-packages.mjs'

const PREFIX = 'proofsheet-start-'

/** Opens a profile, or a temporary one for `null`. Throws `CliError` if the folder cannot be used. */
export function openProfile(given: string | null): { readonly folder: string; readonly remove: () => void } {
  if (given !== null) return { folder: preparedFolder(given), remove: () => undefined }
  // A killed start could not remove its profile.
  removeAbandonedFolders(PREFIX)
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  // Also if nothing can be awaited.
  process.once('exit', remove)
  return { folder, remove }
}

function preparedFolder(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return folder
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'it is not a folder' : 'you can’t write to it'
    throw new CliError(`Can’t use the profile ${folder}: ${reason}. Choose another one with --profile.`, 2)
  }
}

/** The sample service of a profile's library, which the next start runs again. */
const SampleService = z.object({ port: z.number(), images: z.number(), projects: z.number() })
export type SampleService = z.infer<typeof SampleService>

const fileOf = (profile: string): string => join(profile, 'sample-service.json')

/** Returns `null` if the profile has no valid one. */
export const readSampleService = (profile: string): SampleService | null =>
  SampleService.safeParse(readJson(fileOf(profile))).data ?? null

export function keepSampleService(profile: string, service: SampleService): void {
  writeFileSync(fileOf(profile), JSON.stringify(service))
}

/** Returns the same file for each start of a user, so that pictures do not accumulate. */
export function pictureFile(folder = tmpdir(), user = process.getuid?.()): string {
  const usual = join(folder, 'proofsheet-main.png')
  const owner = lstatSync(usual, { throwIfNoEntry: false })?.uid
  if (owner === undefined || user === undefined || owner === user) return usual
  return join(folder, `proofsheet-main-${user}.png`)
}
