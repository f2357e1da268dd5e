import { useEffect, useState } from 'react'
import { createReadInTurn } from './read-in-turn.ts'

interface Known<T> {
  readonly value: T
  /** At which it was asked for. */
  readonly revision: number
}

/**
 * What was read last; null before the first answer. Read again whenever `read` is another function or the revision
 * (useRevision) rises. null from `read` = could not be read: what is shown stays.
 */
export function useRead<T>(read: () => Promise<T | null>, revision: number): T | null {
  const [known, setKnown] = useState<Known<T> | null>(null)
  const [readInTurn] = useState(() => createReadInTurn<Known<T>>(setKnown))
  useEffect(() => {
    readInTurn(async () => {
      const value = await read()
      return value === null ? null : { value, revision }
    })
  }, [readInTurn, read, revision])
  return known?.value ?? null
}
