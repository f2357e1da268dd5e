/** How the words behind a command are read, and what is said of those that cannot be taken. */
import { parseArgs } from 'node:util'

export type ReadOptions<Options> =
  | { readonly kind: 'options'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'problem'; readonly sentence: string }

export type OptionTable<Name extends string> = Readonly<
  Record<Name, { readonly type: 'string' | 'boolean'; readonly short?: string }>
>
/** What was typed; a switch is true. */
export type Given<Name extends string> = Readonly<Partial<Record<Name, string | boolean>>>

/** Words that cannot be taken, with the sentence for it. */
export class Problem extends Error {}

export interface CommandLine<Name extends string, Options> {
  /** As a person types it: "npm start". */
  readonly command: string
  readonly table: OptionTable<Name | 'help'>
  /** May throw `Problem`. */
  readonly take: (given: Given<Name | 'help'>) => Options
}

export function readCommandLine<Name extends string, Options>(
  argv: readonly string[],
  { command, table, take }: CommandLine<Name, Options>
): ReadOptions<Options> {
  try {
    const given = parse(argv, table)
    return given.help === true ? { kind: 'help' } : { kind: 'options', options: take(given) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { kind: 'problem', sentence: `${error.message} "${command} -- --help" lists the options.` }
  }
}

/** The parser's own sentences are about code; these are about what was typed. */
function parse<Name extends string>(argv: readonly string[], table: OptionTable<Name>): Given<Name> {
  const { tokens } = parseArgs({ args: [...argv], options: table, strict: false, tokens: true })
  const given: Partial<Record<Name, string | boolean>> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') throw new Problem(`"${token.value}" is not an option.`)
    if (token.kind === 'option-terminator') continue
    if (!isIn(token.name, table)) throw new Problem(`There is no option ${token.rawName}.`)
    const takesValue = table[token.name].type === 'string'
    if (takesValue && (token.value === undefined || token.value === '' || token.value.startsWith('--')))
      throw new Problem(`--${token.name} needs a value behind it.`)
    if (!takesValue && token.value !== undefined) throw new Problem(`--${token.name} takes no value.`)
    given[token.name] = token.value ?? true
  }
  return given
}

const isIn = <Name extends string>(name: string, table: OptionTable<Name>): name is Name => Object.hasOwn(table, name)

/** Throws `Problem` when one of what the service is told stands beside `--no-service`. */
export function refuseWithoutService<Name extends string>(given: Given<Name | 'no-service'>, names: readonly Name[]) {
  const ofService = names.find((name) => name in given)
  if ('no-service' in given && ofService !== undefined)
    throw new Problem(`--${ofService} is about the service, and --no-service starts none: leave one of them out.`)
}

/** null: the person does not mind. Throws `Problem` for both of them. */
export function shellOf(given: Given<'electron' | 'host'>): 'electron' | 'host' | null {
  if ('electron' in given && 'host' in given)
    throw new Problem('--electron and --host exclude each other: leave one of them out.')
  if (given.electron === true) return 'electron'
  return given.host === true ? 'host' : null
}

/** null when it was not given. Throws `Problem` for anything but a whole number of the range. */
export function wholeNumber<Name extends string>(
  given: Given<Name>,
  name: Name,
  [least, most]: readonly [least: number, most: number]
): number | null {
  const text = given[name]
  if (typeof text !== 'string') return null
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  const range = `from ${least.toLocaleString('en-US')} to ${most.toLocaleString('en-US')}`
  throw new Problem(`--${name} takes a whole number ${range}, not "${text}".`)
}
