import { useEffect, useState } from 'react'

/** The time in ms since epoch, renewed every second; for words that count down or compare with now. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
