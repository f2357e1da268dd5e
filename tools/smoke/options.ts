/** The command line of `npm run smoke`. */
import { parseArgs } from 'node:util'

export const PARTS = ['shell', 'arrivals', 'suite'] as const
export type Part = (typeof PARTS)[number]

export interface SmokeOptions {
  readonly parts: readonly Part[]
  /** Files of test/e2e, as vitest takes them; none: all of them. */
  readonly files: readonly string[]
  /** What lies in out/ is tried as it is. */
  readonly isBuilt: boolean
  /** An Electron of another version than that of package.json is accepted. */
  readonly allowsAnyVersion: boolean
}

export type ReadOptions =
  | { readonly kind: 'options'; readonly options: SmokeOptions }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'problem'; readonly text: string }

export const HELP = `Tries the built program in the real Electron, and ends with "N passed, N failed".

  npm run smoke -- [options] [files of test/e2e]

  --only PART   shell: what the shell tells of itself (sandbox, worlds, policy)
                arrivals: how often a star, a create and the deletion of a project arrive
                suite: the end-to-end tests; may be given several times, and without it all three are run
  --built       what is already built
  --any-version with an Electron of another version than that of package.json
  --help        this text`

/** Bad input is answered with a sentence. */
export function readSmokeOptions(argv: readonly string[]): ReadOptions {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: {
        only: { type: 'string', multiple: true },
        built: { type: 'boolean' },
        'any-version': { type: 'boolean' },
        help: { type: 'boolean' }
      },
      allowPositionals: true
    })
    if (values.help === true) return { kind: 'help', text: HELP }
    const named = values.only ?? []
    const unknown = named.find((name) => !PARTS.some((part) => part === name))
    if (unknown !== undefined) return problem(`--only takes ${PARTS.join(', ')}, not "${unknown}".`)
    const parts = PARTS.filter((part) => named.length === 0 || named.includes(part))
    if (positionals.length > 0 && !parts.includes('suite'))
      return problem(`Files are for the suite, which --only leaves out: ${positionals.join(' ')}.`)
    const [isBuilt, allowsAnyVersion] = [values.built === true, values['any-version'] === true]
    return { kind: 'options', options: { parts, files: positionals, isBuilt, allowsAnyVersion } }
  } catch (error) {
    // parseArgs tells of unknown options by a sentence of its own.
    return problem(error instanceof Error ? error.message : String(error))
  }
}

const problem = (sentence: string): ReadOptions => ({
  kind: 'problem',
  text: `${sentence}\nSee npm run smoke -- --help`
})
