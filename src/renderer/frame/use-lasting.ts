import { useEffect, useState } from 'react'

/**
 * Whether a state, named by `id`, has lasted for `ms`. False at once when the id changes or is null, so that
 * a passing trouble never flashes.
 */
export function useLasting(id: string | null, ms: number): boolean {
  const [lasting, setLasting] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLasting(id), id === null ? 0 : ms)
    return () => clearTimeout(timer)
  }, [id, ms])
  return id !== null && lasting === id
}
