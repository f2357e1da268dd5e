/** The two commands of the README, as they stand there. What is checked is what a newcomer reads. */

export interface ReadmeCommands {
  readonly start: string
  readonly test: string
}

const SHELL_BLOCK = /^```sh\n([\s\S]*?)^```/m

/** Throws a sentence when the README's first block of commands is not one that starts and one that tests. */
export function readCommands(readme: string): ReadmeCommands {
  const lines = (SHELL_BLOCK.exec(readme)?.[1] ?? '').split('\n').map(withoutComment)
  const commands = lines.filter((line) => line !== '')
  const [start, test] = commands
  if (start === undefined || test === undefined || commands.length !== 2)
    throw new Error(`The README's first block should hold two commands, and holds ${commands.length}.`)
  return { start, test }
}

/** Comments are told from words by the blank before them, as a shell does. */
const withoutComment = (line: string): string => line.replace(/(^|\s)#.*$/, '').trim()
