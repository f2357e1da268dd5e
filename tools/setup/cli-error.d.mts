export class CliError extends Error {
  constructor(sentence: string, exitCode?: number)
  readonly exitCode: number
}

export function diskSentence(error: unknown): string | null
