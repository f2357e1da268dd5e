import { useEffect, useRef, useState } from 'react'

/**
 * What was read last; null before the first answer. Read again whenever `read` is another function or the revision
 * (useRevision) rises. null from `read` = could not be read: what is shown stays. A later question does not call off
 * an earlier one: where questions come faster than answers, nothing would ever be shown.
 */
export function useRead<T>(read: () => Promise<T | null>, revision: number): T | null {
  const [known, setKnown] = useState<{ readonly value: T; readonly revision: number } | null>(null)
  const turns = useRef({ asked: 0, shown: 0 })
  useEffect(() => {
    turns.current.asked += 1
    const mine = turns.current.asked
    const load = async (): Promise<void> => {
      const value = await read()
      if (value === null || mine < turns.current.shown) return
      turns.current.shown = mine
      setKnown({ value, revision })
    }
    void load()
  }, [read, revision])
  return known?.value ?? null
}
