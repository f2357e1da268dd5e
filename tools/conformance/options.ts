/** What the conformance command can be told on the command line. */
import { parseArgs } from 'node:util'
import { UsageError } from '../../drivers/command-line.ts'

export type ConformanceOptions =
  | { readonly kind: 'reference'; readonly only: string }
  | {
      readonly kind: 'server'
      readonly place: ServerPlace
      readonly allowsWrites: boolean
      /** Nobody is asked before something is created. */
      readonly isAgreed: boolean
      /** Also asks once with a key that nobody has. */
      readonly triesBadKey: boolean
    }

export type ServerPlace =
  | {
      readonly kind: 'typed'
      /** As typed; projects are at the same address unless told. */
      readonly images: string
      readonly projects: string
      /** Files that hold a key each, and nothing else. */
      readonly keyFile: string
      readonly projectsKeyFile: string
    }
  /** Folder of the program: its connection, and the keys that it keeps in the key store of the computer. */
  | { readonly kind: 'profile'; readonly folder: string }

export const HELP = `npm run conformance                       the program against its own service: every dialect, every hazard
npm run conformance -- --only WORD        only dialects, hazards and operations with this in their name

npm run conformance -- --images URL --projects URL --key-file F
                                          asks a real service, and says whether Proofsheet can live with it
npm run conformance -- --profile DIR      the same for the connection of a profile, with the keys of the computer's key store
  --projects-key-file F                   where projects have a key of their own
  --bad-key                               asks once with a key that nobody has (services count failed sign-ins)
  --allow-writes                          also creates one image, changes it and deletes it; a creation may cost
  --yes                                   does not ask before that

A key is read from a file or from the key store, never from the command line, where every process could see it.`

const OPTIONS = {
  only: { type: 'string', default: '' },
  images: { type: 'string' },
  projects: { type: 'string' },
  'key-file': { type: 'string' },
  'projects-key-file': { type: 'string' },
  profile: { type: 'string' },
  'allow-writes': { type: 'boolean', default: false },
  'bad-key': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false }
} as const

/** null: help is wanted. Throws UsageError, or a TypeError with a code for an unknown option. */
export function readOptions(args: readonly string[]): ConformanceOptions | null {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  if (values.help) return null
  const { images, projects, 'key-file': keyFile, profile, only } = values
  const isServer = [images, projects, keyFile, profile].some((value) => value !== undefined)
  if (!isServer && values['allow-writes']) throw new UsageError('--allow-writes needs --images and --key-file as well.')
  if (!isServer) return { kind: 'reference', only }
  if (only !== '') throw new UsageError('--only is for the program’s own service; a real one is asked everything.')
  return {
    kind: 'server',
    place: readPlace(values),
    allowsWrites: values['allow-writes'],
    isAgreed: values.yes,
    triesBadKey: values['bad-key']
  }
}

type Typed = {
  readonly [K in 'images' | 'projects' | 'key-file' | 'projects-key-file' | 'profile']?: string | undefined
}

function readPlace(typed: Typed): ServerPlace {
  const { images, projects, 'key-file': keyFile, profile } = typed
  const isTyped = [images, projects, keyFile].some((value) => value !== undefined)
  if (profile !== undefined && isTyped)
    throw new UsageError('--profile has addresses and keys of its own: leave out the others.')
  if (profile !== undefined) return { kind: 'profile', folder: profile }
  if (images === undefined) throw new UsageError('--images is missing: the address of the images service.')
  if (keyFile === undefined) throw new UsageError('--key-file is missing: a file with the key, and nothing else in it.')
  return {
    kind: 'typed',
    images,
    projects: projects ?? images,
    keyFile,
    projectsKeyFile: typed['projects-key-file'] ?? keyFile
  }
}
