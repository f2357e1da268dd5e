/** The words behind a command that does one thing and ends: how they are refused, and how help is shown. */

/** Thrown for words that a person typed wrong; its message is the sentence to show. */
export class UsageError extends Error {}

/** 0 and more. Throws UsageError. `text` as typed behind `--name`. */
export function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} takes a whole number, not "${text}".`)
  return Number(text)
}

/** 1 and more. Throws UsageError. */
export function atLeastOne(name: string, text: string): number {
  const number = wholeNumber(name, text)
  if (number === 0) throw new UsageError(`--${name} takes a number of at least 1.`)
  return number
}

/** Node's parser says what it cannot take in a TypeError with a code. */
const isAboutWords = (error: unknown): error is Error =>
  error instanceof UsageError || (error instanceof TypeError && 'code' in error)

/** For `catch`: 2, with the sentence shown; anything but wrong words is thrown on. */
export function refused(error: unknown, command: string): 2 {
  if (!isAboutWords(error)) throw error
  console.error(`${error.message}\nSee ${command} -- --help`)
  return 2
}

export interface Words<Options> {
  /** As a person types it: `npm run kills`. */
  readonly command: string
  readonly help: string
  /** null: help is wanted. Throws UsageError, or what Node's parser throws. */
  readonly read: (args: readonly string[]) => Options | null
}

/** What was typed; ends the program with 0 behind its help, and with 2 behind a sentence about wrong words. */
export function wordsOrExit<Options>({ command, help, read }: Words<Options>): Options {
  try {
    const options = read(process.argv.slice(2))
    if (options !== null) return options
    console.log(help)
    return process.exit(0)
  } catch (error) {
    return process.exit(refused(error, command))
  }
}
