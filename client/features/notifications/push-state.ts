/**
 * Whether this browser shows notifications while the application is closed. `impossible`: the
 * browser or the server cannot; `uninstalled`: the browser can once the application is installed,
 * as on an iPhone; `refused`: the person or the browser denied it.
 */
export type PushState = 'unknown' | 'impossible' | 'uninstalled' | 'refused' | 'off' | 'on'

export interface PushAbilities {
  isPossible: boolean
  isAppleTouch: boolean
  permission: NotificationPermission
  isSubscribed: boolean
  /** Whether the server sends pushes; null = it could not be asked. */
  hasServer: boolean | null
}

export const pushStateOf = ({
  isPossible,
  isAppleTouch,
  permission,
  isSubscribed,
  hasServer,
}: PushAbilities): PushState => {
  if (hasServer === false) return 'impossible'
  if (hasServer === null) return isSubscribed ? 'on' : 'unknown'
  if (!isPossible) return isAppleTouch ? 'uninstalled' : 'impossible'
  if (permission === 'denied') return 'refused'
  return isSubscribed ? 'on' : 'off'
}

/** What is offered in each state; a line stands in the panel, a part in the settings. */
export const PUSH_OFFERS = {
  unknown: { hasLine: false, hasPart: false },
  impossible: { hasLine: false, hasPart: false },
  uninstalled: { hasLine: true, hasPart: true },
  refused: { hasLine: false, hasPart: true },
  off: { hasLine: true, hasPart: true },
  on: { hasLine: false, hasPart: true },
} as const satisfies Record<PushState, { hasLine: boolean; hasPart: boolean }>
