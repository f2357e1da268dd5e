/** A failure of a command that was to be expected: a sentence that the user can act on, and no stack trace. */
export class CliError extends Error {
  constructor(sentence, exitCode = 1) {
    super(sentence)
    this.exitCode = exitCode
  }
}

/** The sentence for what the disk refuses, or null for any other error. */
export function diskSentence(error) {
  if (error?.code === 'ENOSPC' || error?.code === 'EDQUOT')
    return 'The disk is full. Make some room (about 2 GB for everything) and try again.'
  if (error?.code === 'EACCES' || error?.code === 'EPERM' || error?.code === 'EROFS')
    return `${error.path ?? 'A file'} may not be written by this user. Give yourself the right to it and try again.`
  return null
}
