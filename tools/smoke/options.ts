/** The command line of `npm run smoke`. */
import { defineCommand, flag, texts, type OptionsOf } from '../../drivers/command-line.ts'

export const PARTS = ['shell', 'arrivals', 'suite'] as const
export type Part = (typeof PARTS)[number]

export const SMOKE = defineCommand({
  name: 'npm run smoke',
  about: `Tries the built program in the real Electron: what only a machine with its binary can prove. Run it before a release, on
each system. Opens a virtual display where there is none.`,
  options: {
    only: texts(
      'PART',
      `shell: what the shell tells of itself (sandbox, worlds, policy)
arrivals: how often a star, a create and the deletion of a project arrive at a server that drops sockets
suite: the end-to-end tests; may be given several times, and without it all three are run`
    ),
    built: flag('what is already built'),
    anyVersion: flag('with an Electron of another version than that of package.json')
  },
  takesRest: '[files of test/e2e]',
  result: 'Ends with "N passed, N failed". Exit code 1: something failed; 2: there is no Electron to try.',
  check: ({ only, rest }) => {
    const unknown = only.find((name) => !PARTS.some((part) => part === name))
    if (unknown !== undefined) return `--only takes ${PARTS.join(', ')}, not "${unknown}".`
    return rest.length > 0 && only.length > 0 && !only.includes('suite')
      ? `Files are for the suite, which --only leaves out: ${rest.join(' ')}.`
      : null
  }
})

export type SmokeOptions = OptionsOf<typeof SMOKE.options>

/** The parts that are wanted, in their order. */
export const partsOf = ({ only }: SmokeOptions): readonly Part[] =>
  PARTS.filter((part) => only.length === 0 || only.includes(part))
