/** The command line of `npm run smoke`. */
import { defineCommand, flag, texts, type OptionsOf } from '../../drivers/command-line.ts'

export const PARTS = ['shell', 'arrivals', 'suite'] as const
export type Part = (typeof PARTS)[number]

export const SMOKE = defineCommand({
  name: 'npm run smoke',
  about: `Tests in real Electron what only it shows. Run it before a release on each system. Opens a virtual display if there is
none.`,
  options: {
    only: texts(
      'PART',
      `shell: properties of the shell (sandbox, worlds, policy)
arrivals: how often a favorite, a create and the deletion of a project arrive at a service that drops sockets
suite: the end-to-end tests; repeatable, default all three`
    ),
    built: flag('uses the existing build'),
    anyVersion: flag('accepts another Electron version than that of package.json')
  },
  takesRest: '[files of test/e2e]',
  result: 'Ends with "N passed, N failed". Exit code 1: something failed; 2: there is no Electron.',
  check: ({ only, rest }) => {
    const unknown = only.find((name) => !PARTS.some((part) => part === name))
    if (unknown !== undefined) return `--only takes ${PARTS.join(', ')}, not "${unknown}".`
    return rest.length > 0 && only.length > 0 && !only.includes('suite')
      ? `Files are for the suite, which --only excludes: ${rest.join(' ')}.`
      : null
  }
})

export type SmokeOptions = OptionsOf<typeof SMOKE.options>

/** Returns the selected parts in their order. */
export const partsOf = ({ only }: SmokeOptions): readonly Part[] =>
  PARTS.filter((part) => only.length === 0 || only.includes(part))
