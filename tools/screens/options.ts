/** The command line of `npm run screens`. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../../drivers/command-line.ts'

export interface ScreensOptions {
  /** Folder for the pictures, as an absolute path. */
  readonly out: string
  /** Part of the names of the scenes to photograph; empty = all scenes. */
  readonly only: string
}

export const HELP = `npm run screens -- --out DIR   photographs every screen and every sentence of trouble, light and dark, large and small,
                               and checks their accessibility
  --only WORD    only scenes with this in their name`

/** Returns `null` if help is requested. Throws UsageError, or a TypeError with a code for an unknown option. */
export function readOptions(args: readonly string[]): ScreensOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      out: { type: 'string' },
      only: { type: 'string', default: '' },
      help: { type: 'boolean', default: false }
    }
  })
  if (values.help) return null
  if (values.out === undefined) throw new UsageError('--out DIR is needed.')
  return { out: resolve(values.out), only: values.only }
}
