import { useCallback } from 'react'
import { useLocalSetting } from './local-settings.ts'
import { useSession } from './session.ts'

export interface RecentPlace {
  href: string
  title: string
  where: string
  at: number
}

const KEPT = 6
const NOTHING_YET: readonly RecentPlace[] = []

/** Recent places are kept per organization, because they cannot be opened from another one. */
const useOwnPlaces = () =>
  useLocalSetting<readonly RecentPlace[]>(
    `recent.${useSession()?.organizationId ?? 0}`,
    NOTHING_YET,
  )

/** The places that the person opened last on this device, newest first. */
export const useRecentPlaces = (): [readonly RecentPlace[], (place: RecentPlace) => void] => {
  const [places, setPlaces] = useOwnPlaces()
  const remember = useCallback(
    (place: RecentPlace) =>
      setPlaces([place, ...places.filter((known) => known.href !== place.href)].slice(0, KEPT)),
    [places, setPlaces],
  )
  return [places, remember]
}
