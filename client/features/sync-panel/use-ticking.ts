import { useEffect, useState } from 'react'

/** The device's time in ms, updated every `everyMs`. */
export const useTicking = (everyMs: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
