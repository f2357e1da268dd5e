import { useEffect, useState, useSyncExternalStore } from 'react'

/** The time in ms since epoch, renewed every second; for words that count down or compare with now. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

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

/** Whether a media query holds now, live. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches
  )
}
