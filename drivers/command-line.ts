/** Parses the options of a command by a table, shows its help, and refuses other arguments. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CliError, diskSentence } from '../tools/setup/cli-error.mjs'

/** Exit code for invalid options. */
export const BAD_INPUT = 2

export interface Option<T> {
  readonly type: 'string' | 'boolean'
  /** Placeholder of the value in the help; '' for a flag. */
  readonly placeholder: string
  readonly help: string
  /** Parses the given values in order; `name` includes the dashes. Throws CliError. */
  readonly read: (given: readonly string[], name: string) => T
}

/** Options by their names in camel case: `perMinute` for `--per-minute`. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>

export type OptionsOf<T extends OptionTable> = { readonly [K in keyof T]: ReturnType<T[K]['read']> } & {
  /** Arguments that are not options; empty unless the command accepts them. */
  readonly rest: readonly string[]
}

export interface Command<T extends OptionTable> {
  /** As users type it: `npm run kills`. */
  readonly name: string
  /** First lines of the help. */
  readonly about: string
  readonly options: T
  /** Name of other arguments in the help; absent if the command accepts none. */
  readonly takesRest?: string
  /** Last lines of the help: output and exit codes. */
  readonly result?: string
  /** Returns a sentence about options that exclude each other, or `null`. */
  readonly check?: (options: OptionsOf<T>) => string | null
}

/** Infers the types of the options for `check`. */
export const defineCommand = <T extends OptionTable>(command: Command<T>): Command<T> => command

const MOST = 999_999_999
export const AT_LEAST_ONE = [1, MOST] as const
const usage = (sentence: string): CliError => new CliError(sentence, BAD_INPUT)
const grouped = (number: number): string => number.toLocaleString('en-US')

/** A boolean option. */
export const flag = (help: string): Option<boolean> => ({
  type: 'boolean',
  placeholder: '',
  help,
  read: (given) => given.length > 0
})

/** A text; `null` by default. */
export const text = (placeholder: string, help: string): Option<string | null> => ({
  type: 'string',
  placeholder,
  help,
  read: (given) => given.at(-1) ?? null
})

/** All texts of a repeatable option. */
export const texts = (placeholder: string, help: string): Option<readonly string[]> => ({
  type: 'string',
  placeholder,
  help,
  read: (given) => given
})

/** An absolute path, resolved from the user's folder; `null` by default. */
export const path = (placeholder: string, help: string): Option<string | null> => ({
  ...text(placeholder, help),
  read: (given) => {
    const last = given.at(-1)
    return last === undefined ? null : resolve(process.env['INIT_CWD'] ?? '.', last)
  }
})

/** A required option. */
export const required = <T>(option: Option<T | null>): Option<T> => ({
  ...option,
  read: (given, name) => {
    const value = option.read(given, name)
    if (value === null) throw usage(`${name} ${option.placeholder} is required.`)
    return value
  }
})

/** A whole number of a range; `preset` by default. */
export const number = <U extends number | null>(
  help: string,
  preset: U,
  [least, most]: readonly [least: number, most: number] = [0, MOST]
): Option<number | U> => ({
  type: 'string',
  placeholder: 'N',
  help: preset === null ? help : `${help} (${preset})`,
  read: (given, name) => {
    const last = given.at(-1)
    if (last === undefined) return preset
    const value = /^\d{1,9}$/.test(last) ? Number(last) : Number.NaN
    if (value >= least && value <= most) return value
    throw usage(`${name} takes a whole number from ${grouped(least)} to ${grouped(most)}, not "${last}".`)
  }
})

/** One of some words; `null` by default. */
export const oneOf = <W extends string>(words: readonly W[], help: string): Option<W | null> => ({
  ...text('WORD', help),
  read: (given, name) => {
    const last = given.at(-1)
    if (last === undefined) return null
    const found = words.find((word) => word === last)
    if (found !== undefined) return found
    throw usage(`${name} takes ${listed(words)}, not "${last}".`)
  }
})

/** Formats a list: `a, b or c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`

const dashed = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Returns the text of `--help`. */
export function helpOf<T extends OptionTable>({ name, about, options, takesRest, result }: Command<T>): string {
  const lines = Object.entries(options).map(([key, { placeholder, help }]) => [`${dashed(key)} ${placeholder}`, help])
  lines.push(['--help', 'show this text'])
  const width = Math.max(...lines.map(([option = '']) => option.length)) + 2
  return [
    [name, '--', '[options]', takesRest].filter((word) => word !== undefined).join(' '),
    `\n${about}\n`,
    ...lines.map(
      ([option = '', help = '']) => `  ${option.padEnd(width)}${help.replaceAll('\n', `\n${' '.repeat(width + 2)}`)}`
    ),
    ...(result === undefined ? [] : [`\n${result}`])
  ].join('\n')
}

/** Parses the arguments; `null` for a request for help. Throws CliError with one sentence. */
export function readOptions<T extends OptionTable>(command: Command<T>, argv: readonly string[]): OptionsOf<T> | null {
  try {
    const parsed = parse(command, argv)
    if (parsed.values.has('--help')) return null
    const read = Object.entries(command.options).map(([key, option]) => {
      const name = dashed(key)
      return [key, option.read(parsed.values.get(name) ?? [], name)] as const
    })
    // Each option parses its own value.
    const options = { ...Object.fromEntries(read), rest: parsed.rest } as OptionsOf<T>
    const problem = command.check?.(options) ?? null
    if (problem !== null) throw usage(problem)
    return options
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    throw usage(`${error.message} "${command.name} -- --help" lists the options.`)
  }
}

/** Uses Node's parser without its error messages, which are for developers. */
function parse<T extends OptionTable>({ options, takesRest }: Command<T>, argv: readonly string[]) {
  const table = new Map(Object.entries(options).map(([key, { type }]) => [dashed(key), type]))
  table.set('--help', 'boolean')
  const config = Object.fromEntries(
    [...table].map(([name, type]) => [name.slice(2), name === '--help' ? { type, short: 'h' } : { type }])
  )
  const { tokens } = parseArgs({ args: [...argv], options: config, strict: false, tokens: true })
  const values = new Map<string, string[]>()
  const rest: string[] = []
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') {
      if (takesRest === undefined) throw usage(`"${token.value}" is not an option.`)
      rest.push(token.value)
      continue
    }
    const name = `--${token.name}`
    const type = table.get(name)
    const { value } = token
    if (type === undefined) throw usage(`There is no option ${token.rawName}.`)
    if (type === 'string' && (value === undefined || value === '' || value.startsWith('--')))
      throw usage(`${name} requires a value.`)
    if (type === 'boolean' && value !== undefined) throw usage(`${name} takes no value.`)
    values.set(name, [...(values.get(name) ?? []), value ?? ''])
  }
  return { values, rest }
}

/**
 * Runs a command and ends the process: with 0 after the help, with 2 for invalid options, or with the result of `work`.
 */
export async function runCommand<T extends OptionTable>(
  command: Command<T>,
  work: (options: OptionsOf<T>) => Promise<number> | number
): Promise<never> {
  try {
    const options = readOptions(command, process.argv.slice(2))
    if (options !== null) return process.exit(await work(options))
    console.log(helpOf(command))
    return process.exit(0)
  } catch (error) {
    return process.exit(reportError(error))
  }
}

/** Prints an expected failure as a sentence and other errors in full. Returns the exit code. */
export function reportError(error: unknown): number {
  const sentence = error instanceof CliError ? error.message : diskSentence(error)
  console.error(sentence ?? error)
  return error instanceof CliError ? error.exitCode : 1
}
