/** The command line of `npm run bench:screen`. */
import { parseArgs } from 'node:util'
import { atLeastOne } from '../../drivers/command-line.ts'
import { PROJECT_ROOT } from '../../drivers/built-app.ts'

export interface ScreenBenchOptions {
  readonly images: number
  readonly jumps: number
  /** Folder of the built program. */
  readonly program: string
}

export const HELP = `npm run bench:screen   jumps, stars and types in the built program, and jumps in react-virtuoso beside it
  --images N      images of the library (100000)
  --jumps N       jumps of each kind (50)
  --program DIR   folder of another built program of this project (this one)`

/** Returns `null` if help is requested. Throws UsageError, or a TypeError with a code for an unknown option. */
export function readOptions(args: readonly string[]): ScreenBenchOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      images: { type: 'string', default: '100000' },
      jumps: { type: 'string', default: '50' },
      program: { type: 'string', default: PROJECT_ROOT },
      help: { type: 'boolean', default: false }
    }
  })
  if (values.help) return null
  return {
    images: atLeastOne('images', values.images),
    jumps: atLeastOne('jumps', values.jumps),
    program: values.program
  }
}
