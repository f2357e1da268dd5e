/** The command line of `npm run package`. */
import { parseArgs } from 'node:util'
import { UsageError } from '../../drivers/command-line.ts'

export const HELP = `npm run package -- [options]

Builds Proofsheet and packs it for this system, onto Electron's binary, into dist/.

  --stub         onto a stand-in for the binary, into dist/stub/: what the tests do
  --installers   the installers of this system too
  --built        what is already built
  --help         this text`

export interface PackageOptions {
  readonly stub: boolean
  readonly installers: boolean
  readonly built: boolean
}

/** Returns `null` if help is requested. Throws UsageError, or a TypeError with a code for an unknown option. */
export function readOptions(args: readonly string[]): PackageOptions | null {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: [...args],
    options: { stub: flag, installers: flag, built: flag, help: flag }
  })
  const { help, ...options } = values
  if (help) return null
  if (options.stub && options.installers)
    throw new UsageError('A stand-in for Electron cannot be installed: leave out --stub or --installers.')
  return options
}
