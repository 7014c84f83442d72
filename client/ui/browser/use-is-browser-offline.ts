import { useSyncExternalStore } from 'react'

const EVENTS = ['online', 'offline'] as const

const subscribe = (onChange: () => void): (() => void) => {
  for (const event of EVENTS) addEventListener(event, onChange)
  return () => {
    for (const event of EVENTS) removeEventListener(event, onChange)
  }
}

/** Whether the device has no network at all; false does not mean that the server answers. */
export const useIsBrowserOffline = (): boolean =>
  useSyncExternalStore(subscribe, () => !navigator.onLine)
