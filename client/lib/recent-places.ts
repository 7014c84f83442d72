import { useCallback } from 'react'
import { useLocalSetting } from './local-settings.ts'

export interface RecentPlace {
  href: string
  title: string
  where: string
  at: number
}

const NAME = 'recent'
const KEPT = 6
const NOTHING_YET: readonly RecentPlace[] = []

/** Where the person was last, newest first, on this device. */
export const useRecentPlaces = (): [readonly RecentPlace[], (place: RecentPlace) => void] => {
  const [places, setPlaces] = useLocalSetting<readonly RecentPlace[]>(NAME, NOTHING_YET)
  const remember = useCallback(
    (place: RecentPlace) => setPlaces([place, ...places.filter((known) => known.href !== place.href)].slice(0, KEPT)),
    [places, setPlaces],
  )
  return [places, remember]
}

/** Titles are project data: they leave the device with the person. */
export const useForgetRecentPlaces = (): (() => void) => {
  const [, setPlaces] = useLocalSetting<readonly RecentPlace[]>(NAME, NOTHING_YET)
  return useCallback(() => setPlaces(NOTHING_YET), [setPlaces])
}
