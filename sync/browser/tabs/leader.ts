const BEAT_MS = 2_000
const SILENCE_MS = 6_000

export interface LeaderPorts {
  name: string
  id: string
  sendBeat(): void
  onLead(): void
  /** Leadership ended: this tab gave it up, or another one took it while this one was asleep. */
  onLost(): void
}
export interface Leader {
  isLeading(): boolean
  heardBeat(from: string): void
  setVisible(isVisible: boolean): void
  /**
   * Gives up leadership at pagehide and freeze: a page in the back-forward cache would keep the
   * lock for minutes.
   */
  release(): void
  /** Stands for leadership again after `release`. */
  stand(): void
}

/**
 * Elects the tab that sends, by a Web Lock. A sleeping tab keeps its lock, so a visible one takes
 * it after 6 s without a beat.
 */
export const createLeader = (ports: LeaderPorts): Leader => {
  let isVisible = true
  let lastBeatAt = Date.now()
  let stopLeading: (() => void) | null = null
  let waiting: AbortController | null = null

  /** Ends the leadership that `stop` began; false where it has ended already. */
  const lost = (stop: (() => void) | null): boolean => {
    if (stop === null || stopLeading !== stop) return false
    stopLeading = null
    ports.onLost()
    return true
  }
  const request = (isSteal: boolean): void => {
    waiting?.abort()
    const control = new AbortController()
    waiting = control
    const options: LockOptions = isSteal ? { steal: true } : { signal: control.signal }
    // A request may end after a later one was granted: it ends its own leadership only.
    let own: (() => void) | null = null
    const lead = async (): Promise<void> => {
      // `release` came while the lock was on its way.
      if (control.signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      stopLeading = own = resolve
      ports.onLead()
      ports.sendBeat()
      await promise
    }
    navigator.locks.request(ports.name, options, lead).then(
      () => lost(own),
      () => {
        // Another tab took the lock while this one slept (stand again, behind it), or `request` or
        // `release` ended the wait.
        if (lost(own)) request(false)
      },
    )
  }

  setInterval(() => {
    if (stopLeading !== null) {
      ports.sendBeat()
      return
    }
    if (waiting !== null && isVisible && Date.now() - lastBeatAt > SILENCE_MS) {
      lastBeatAt = Date.now()
      request(true)
    }
  }, BEAT_MS)

  return {
    isLeading: () => stopLeading !== null,
    heardBeat(from) {
      if (from !== ports.id) lastBeatAt = Date.now()
    },
    setVisible(next) {
      if (next && !isVisible) lastBeatAt = Date.now()
      isVisible = next
    },
    release() {
      waiting?.abort()
      waiting = null
      const stop = stopLeading
      lost(stop)
      stop?.()
    },
    stand() {
      lastBeatAt = Date.now()
      if (waiting === null) request(false)
    },
  }
}
