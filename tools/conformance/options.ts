/** The command line of `npm run conformance`. */
import { defineCommand, flag, path, text, type OptionsOf } from '../../drivers/command-line.ts'

const OPTIONS = {
  only: text('WORD', 'only dialects, hazards and operations with this in their name'),
  images: text('URL', 'address of the images service'),
  projects: text('URL', 'address of the projects service, where it is another'),
  keyFile: path('FILE', 'holds the key, and nothing else'),
  projectsKeyFile: path('FILE', 'where projects have a key of their own'),
  profile: path('DIR', "the connection of a profile, with the keys of the computer's key store"),
  badKey: flag('asks once with a key that nobody has (services count failed sign-ins)'),
  allowWrites: flag('also creates one image, changes it and deletes it; a creation may cost'),
  yes: flag('does not ask before that')
}

export type ConformanceOptions = OptionsOf<typeof OPTIONS>

const isTyped = ({ images, projects, keyFile }: ConformanceOptions): boolean =>
  [images, projects, keyFile].some((value) => value !== null)

/** Whether a real service is asked. */
export const asksServer = (options: ConformanceOptions): boolean => isTyped(options) || options.profile !== null

export const CONFORMANCE = defineCommand({
  name: 'npm run conformance',
  about: `The program against its own service: every dialect, every hazard. With --images and --key-file, or with --profile, it
asks a real service instead, and says whether Proofsheet can live with it.`,
  options: OPTIONS,
  result: `A key is read from a file or from the key store, never from the command line, where every process could see it.
Exit code 1: something failed, or Proofsheet can't work with the service.`,
  check: (options) => {
    const { only, images, keyFile, profile, allowWrites } = options
    if (!asksServer(options)) return allowWrites ? '--allow-writes needs --images and --key-file as well.' : null
    if (only !== null) return '--only is for the program’s own service; a real one is asked everything.'
    if (profile !== null)
      return isTyped(options) ? '--profile has addresses and keys of its own: leave out the others.' : null
    if (images === null) return '--images is missing: the address of the images service.'
    return keyFile === null ? '--key-file is missing: a file with the key, and nothing else in it.' : null
  }
})
