/** The command line of `npm run conformance`. */
import { defineCommand, flag, path, text, type OptionsOf } from '../../drivers/command-line.ts'

const OPTIONS = {
  only: text('WORD', 'only dialects, hazards and operations with this in their names'),
  images: text('URL', 'address of the images service'),
  projects: text('URL', 'address of the projects service, if it differs'),
  keyFile: path('FILE', 'contains the key and nothing else'),
  projectsKeyFile: path('FILE', 'contains the key for projects, if it differs'),
  profile: path('DIR', 'uses the connection of a profile, with the keys in the keychain'),
  badKey: flag('also sends one request with a wrong key (services may count failed sign-ins)'),
  allowWrites: flag('also creates, changes and deletes an image; creating it may cost'),
  yes: flag('does not ask first')
}

export type ConformanceOptions = OptionsOf<typeof OPTIONS>

const isTyped = ({ images, projects, keyFile }: ConformanceOptions): boolean =>
  [images, projects, keyFile].some((value) => value !== null)

/** Whether to check a real service. */
export const checksRealService = (options: ConformanceOptions): boolean => isTyped(options) || options.profile !== null

export const CONFORMANCE = defineCommand({
  name: 'npm run conformance',
  about: `Runs the client against every dialect and hazard of the local service. With --images and --key-file, or with --profile,
it checks a real service instead, and says whether Proofsheet works with it.`,
  options: OPTIONS,
  result: `Keys are read from files or the keychain, never from the command line, which every process can read.
Exit code 1: something failed, or Proofsheet can't work with the service.`,
  check: (options) => {
    const { only, images, keyFile, profile, allowWrites } = options
    if (!checksRealService(options)) return allowWrites ? '--allow-writes also needs --images and --key-file.' : null
    if (only !== null) return '--only is for the local service; a real one gets every check.'
    if (profile !== null)
      return isTyped(options) ? '--profile contains addresses and keys: leave out the others.' : null
    if (images === null) return '--images is missing: enter the address of the images service.'
    return keyFile === null ? '--key-file is missing: enter a file that contains only the key.' : null
  }
})
