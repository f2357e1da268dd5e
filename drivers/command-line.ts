/** The command line of every command: one table of options that reads what was typed, shows its help and refuses the rest. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CliError, diskSentence } from '../tools/setup/cli-error.mjs'

/** Exit code for a command line that cannot be used. */
export const BAD_INPUT = 2

export interface Option<T> {
  readonly type: 'string' | 'boolean'
  /** Stands for the value in the help; '' for a switch. */
  readonly placeholder: string
  readonly help: string
  /** `typed`: every value that was given, in order; `name` with its dashes. Throws CliError. */
  readonly read: (typed: readonly string[], name: string) => T
}

/** Options by their names in camel case: `perMinute` is `--per-minute`. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>

export type OptionsOf<T extends OptionTable> = { readonly [K in keyof T]: ReturnType<T[K]['read']> } & {
  /** What was typed besides options; empty unless the command takes it. */
  readonly rest: readonly string[]
}

export interface Command<T extends OptionTable> {
  /** As a user types it: `npm run kills`. */
  readonly name: string
  /** What it does; the first lines of its help. */
  readonly about: string
  readonly options: T
  /** What it takes besides options, as its help names it. */
  readonly takesRest?: string
  /** What its output and exit codes mean; the last lines of its help. */
  readonly result?: string
  /** A sentence about options that do not go together, or null. */
  readonly check?: (options: OptionsOf<T>) => string | null
}

/** Infers the types of the options for `check`. */
export const defineCommand = <T extends OptionTable>(command: Command<T>): Command<T> => command

const MOST = 999_999_999
export const AT_LEAST_ONE = [1, MOST] as const
const usage = (sentence: string): CliError => new CliError(sentence, BAD_INPUT)
const grouped = (number: number): string => number.toLocaleString('en-US')

/** A switch. */
export const flag = (help: string): Option<boolean> => ({
  type: 'boolean',
  placeholder: '',
  help,
  read: (typed) => typed.length > 0
})

/** The text behind an option; null: it was not given. */
export const text = (placeholder: string, help: string): Option<string | null> => ({
  type: 'string',
  placeholder,
  help,
  read: (typed) => typed.at(-1) ?? null
})

/** Every text, for an option that may be given several times. */
export const texts = (placeholder: string, help: string): Option<readonly string[]> => ({
  type: 'string',
  placeholder,
  help,
  read: (typed) => typed
})

/** An absolute path, of the folder that the user calls from; null: it was not given. */
export const path = (placeholder: string, help: string): Option<string | null> => ({
  ...text(placeholder, help),
  read: (typed) => {
    const last = typed.at(-1)
    return last === undefined ? null : resolve(process.env['INIT_CWD'] ?? '.', last)
  }
})

/** An option without which the command does nothing. */
export const required = <T>(option: Option<T | null>): Option<T> => ({
  ...option,
  read: (typed, name) => {
    const value = option.read(typed, name)
    if (value === null) throw usage(`${name} ${option.placeholder} is needed.`)
    return value
  }
})

/** A whole number of a range; `usual` where it was not given. */
export const number = <U extends number | null>(
  help: string,
  usual: U,
  [least, most]: readonly [least: number, most: number] = [0, MOST]
): Option<number | U> => ({
  type: 'string',
  placeholder: 'N',
  help: usual === null ? help : `${help} (${usual})`,
  read: (typed, name) => {
    const last = typed.at(-1)
    if (last === undefined) return usual
    const value = /^\d{1,9}$/.test(last) ? Number(last) : Number.NaN
    if (value >= least && value <= most) return value
    throw usage(`${name} takes a whole number from ${grouped(least)} to ${grouped(most)}, not "${last}".`)
  }
})

/** One of these words; null: it was not given. */
export const oneOf = <W extends string>(words: readonly W[], help: string): Option<W | null> => ({
  ...text('WORD', help),
  read: (typed, name) => {
    const last = typed.at(-1)
    if (last === undefined) return null
    const found = words.find((word) => word === last)
    if (found !== undefined) return found
    throw usage(`${name} takes ${listed(words)}, not "${last}".`)
  }
})

/** `a, b or c` */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`

const dashed = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The text of `--help`. */
export function helpOf<T extends OptionTable>({ name, about, options, takesRest, result }: Command<T>): string {
  const lines = Object.entries(options).map(([key, { placeholder, help }]) => [`${dashed(key)} ${placeholder}`, help])
  lines.push(['--help', 'this text'])
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

/** What was typed; null: the help is wanted. Throws CliError with the one sentence to show. */
export function readOptions<T extends OptionTable>(command: Command<T>, argv: readonly string[]): OptionsOf<T> | null {
  try {
    const typed = parse(command, argv)
    if (typed.values.has('--help')) return null
    const read = Object.entries(command.options).map(([key, option]) => {
      const name = dashed(key)
      return [key, option.read(typed.values.get(name) ?? [], name)] as const
    })
    // Each option has read its own value.
    const options = { ...Object.fromEntries(read), rest: typed.rest } as OptionsOf<T>
    const problem = command.check?.(options) ?? null
    if (problem !== null) throw usage(problem)
    return options
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    throw usage(`${error.message} "${command.name} -- --help" lists the options.`)
  }
}

/** Node's parser finds the words; its own sentences are about code, these are about what was typed. */
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
      throw usage(`${name} needs a value behind it.`)
    if (type === 'boolean' && value !== undefined) throw usage(`${name} takes no value.`)
    values.set(name, [...(values.get(name) ?? []), value ?? ''])
  }
  return { values, rest }
}

/**
 * Runs a command to the end of the process: with 0 behind its help, with 2 behind a sentence about what was typed, and
 * with the exit code that `work` resolves to.
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
    return process.exit(tellError(error))
  }
}

/** Shows what was to be expected as a sentence, and anything else with all that is known of it; the exit code. */
export function tellError(error: unknown): number {
  const sentence = error instanceof CliError ? error.message : diskSentence(error)
  console.error(sentence ?? error)
  return error instanceof CliError ? error.exitCode : 1
}
