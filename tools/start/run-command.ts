/** What commands that stay have in common: help, sentences for what was to be expected, and an end of all they began. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { diskSentence, Trouble } from '../setup/trouble.mjs'
import type { ReadOptions } from './command-line.ts'
import { createEnding, type Ending } from './ending.ts'

const BAD_INPUT = 2

export interface Command<Options> {
  /** Holds help.txt. */
  readonly folder: string
  /** `place` is the folder that the person calls from. */
  readonly read: (argv: readonly string[], place: string) => ReadOptions<Options>
  readonly say: (sentence: string) => void
  /** Answers the exit code; hands `ending` what must be ended. */
  readonly work: (options: Options, ending: Ending) => Promise<number>
}

/** The exit code: 0 ended as asked, 1 it could not be done, 2 bad input or a port that cannot be had. */
export async function runCommand<Options>(command: Command<Options>): Promise<number> {
  const read = command.read(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd())
  if (read.kind === 'options') return run(command, read.options)
  if (read.kind === 'help') {
    process.stdout.write(readFileSync(join(command.folder, 'help.txt'), 'utf8'))
    return 0
  }
  console.error(read.sentence)
  return BAD_INPUT
}

/** What is in the middle of something when the end is asked for need not come to its own end. */
async function run<Options>({ say, work }: Command<Options>, options: Options): Promise<number> {
  const ending = createEnding(say)
  const crashed = new Promise<number>((settle) => process.once('uncaughtException', (error) => settle(tell(error))))
  const done = work(options, ending).catch((error: unknown) => (ending.signal.aborted ? 0 : tell(error)))
  const code = await Promise.race([done, crashed, ending.asked.then(() => 0)])
  await ending.run()
  return code
}

/** Trouble that was to be expected is a sentence; anything else is a fault, with all that is known of it. */
function tell(error: unknown): number {
  const sentence = error instanceof Trouble ? error.message : diskSentence(error)
  console.error(sentence ?? error)
  return error instanceof Trouble ? error.exitCode : 1
}
