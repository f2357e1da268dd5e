/** Which word of a kind is the newest: an older one no longer says how things are. */

/** Called with each word of a kind as it is shown; `close` gets the id of the one that it replaces. */
export type ReplaceOlder = (kind: string, id: string) => void

export function createReplaceOlder(close: (id: string) => void): ReplaceOlder {
  const newest = new Map<string, string>()
  return (kind, id) => {
    const older = newest.get(kind)
    newest.set(kind, id)
    if (older !== undefined && older !== id) close(older)
  }
}
