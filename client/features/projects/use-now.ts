import { useEffect, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'

/** The server's time, updated every `everyMs`. */
export const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
