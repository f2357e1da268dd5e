/** An expected failure of a command, shown to users without a stack trace. */
export class CliError extends Error {
  /** @param {string} sentence */
  constructor(sentence, exitCode = 1) {
    super(sentence)
    this.exitCode = exitCode
  }
}

/**
 * Returns a sentence for a failure of the disk, or `null` for other errors.
 *
 * @param {any} error
 */
export function diskSentence(error) {
  if (error?.code === 'ENOSPC' || error?.code === 'EDQUOT') return 'The disk is full. Free about 2 GB and try again.'
  if (error?.code === 'EACCES' || error?.code === 'EPERM' || error?.code === 'EROFS')
    return `You can’t write to ${error.path ?? 'a file'}. Change its permissions and try again.`
  return null
}
