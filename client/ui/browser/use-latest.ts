import { useInsertionEffect, useRef, type RefObject } from 'react'

/**
 * The value of the last committed render, for callbacks that must stay the same function. It is
 * current before any layout effect or event handler of that render runs.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useInsertionEffect(() => {
    latest.current = value
  })
  return latest
}
