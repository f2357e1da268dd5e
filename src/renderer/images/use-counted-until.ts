import { useLayoutEffect } from 'react'
import { counted } from '../pending-work.ts'

/** What is still to be drawn counts as work of the window. */
export function useCountedUntil(isDrawn: boolean): void {
  useLayoutEffect(() => {
    if (isDrawn) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    void counted(promise)
    return resolve
  }, [isDrawn])
}
