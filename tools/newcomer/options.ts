/** What `npm run newcomer` can be told. */
import { parseArgs } from 'node:util'

export interface NewcomerOptions {
  /** The second command, which takes long. */
  readonly runsTests: boolean
  /** Takes the packages of this folder along instead of installing them: for the tool's own test. */
  readonly takesPackages: boolean
}

export const HELP = `npm run newcomer -- [--without-tests] [--quick]

Clones this project (what is committed) into an empty folder, with an empty home and an empty npm cache, and does what
the README says. Prints the seconds of each step; exit 1 when one fails, or when the pictures came too late.

  --without-tests   leaves the second command out, which takes long
  --quick           takes this folder's packages along instead of installing them, and leaves the second command out`

/** Throws TypeError for words it does not know; null = help was asked for. */
export function readOptions(args: readonly string[]): NewcomerOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'without-tests': { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false }
    }
  })
  if (values.help) return null
  return { runsTests: !values['without-tests'] && !values.quick, takesPackages: values.quick }
}
