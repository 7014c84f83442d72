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

/** What lies in one organization is nothing to come back to from another. */
const useOwnPlaces = () =>
  useLocalSetting<readonly RecentPlace[]>(
    `recent.${useSession()?.organizationId ?? 0}`,
    NOTHING_YET,
  )

/** Where the person was last, newest first, on this device. */
export const useRecentPlaces = (): [readonly RecentPlace[], (place: RecentPlace) => void] => {
  const [places, setPlaces] = useOwnPlaces()
  const remember = useCallback(
    (place: RecentPlace) =>
      setPlaces([place, ...places.filter((known) => known.href !== place.href)].slice(0, KEPT)),
    [places, setPlaces],
  )
  return [places, remember]
}
