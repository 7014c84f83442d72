import { useEffect, useState } from 'react'

/** The value once it has been the same for `delayMs`: what a screen reader says while one types. */
export const useRested = <T>(value: T, delayMs: number): T => {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return rested
}
