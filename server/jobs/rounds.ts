interface Rounds {
  /** Does what is due. It ends early, between two pieces of work, when the signal aborts. */
  round: (signal: AbortSignal) => Promise<void>
  /** Milliseconds between two rounds without a `wake`. */
  pollMs: number
  /** Milliseconds after `wake` in which further wakes share the round; absent = start at once. */
  gatherMs?: number
  onError: (error: unknown) => void
}

/** Runs a round regularly and after each `wake`, never two at a time. */
export const startRounds = ({
  round,
  pollMs,
  gatherMs,
  onError,
}: Rounds): { wake: () => void; stop: () => Promise<void> } => {
  const ending = new AbortController()
  let running: Promise<void> | null = null
  let isAgain = false
  let gathering: NodeJS.Timeout | undefined
  const start = (): void => {
    gathering = undefined
    isAgain = false
    running = round(ending.signal)
      .catch(onError)
      .finally(() => {
        running = null
        if (isAgain) wake()
      })
  }
  const wake = (): void => {
    if (ending.signal.aborted) return
    if (running !== null) isAgain = true
    else if (gatherMs === undefined) start()
    else gathering ??= setTimeout(start, gatherMs)
  }
  const timer = setInterval(wake, pollMs).unref()
  return {
    wake,
    stop: async () => {
      ending.abort()
      clearTimeout(gathering)
      clearInterval(timer)
      await running
    },
  }
}
