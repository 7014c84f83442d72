/** Time after which the lock is taken from a holder that does not answer (asleep, hung). */
const STEAL_MS = 4_000
const TICK_MS = 1_000
/** Time without a tick after which a worker may have slept and lost its lock. */
const TRUST_MS = 2_500
/** Time between two attempts of a sharing worker to become the sole writer again. */
const LOOK_AGAIN_MS = 10_000

export interface SoleWriterPorts {
  name: string
  /** Asks a worker that writes alone to share. */
  askToShare(): void
}

/**
 * Decides whether this worker is the only one that writes the database. The cache of a sole writer
 * equals the database, so a transaction begins without reading. A Web Lock decides: one worker
 * holds it exclusively, or several share it; no worker writes without it.
 *
 *   away ──(a transaction)──▶ alone, or together while others hold the lock
 *   alone ──(another worker asks to share)──▶ together
 *   together ──(the others are gone)──▶ alone
 */
export interface SoleWriter {
  /**
   * Runs one writing transaction at a time; resolves with the value of `work`. The turn ends with
   * `done`, when the outcome of the commit is known.
   * @param work gets the same symbol as long as no other worker can have written, else null
   */
  inTurn<T>(
    work: (alone: symbol | null) => Promise<{ value: T; done: Promise<unknown> }>,
  ): Promise<T>
  isAlone(): boolean
  heardAsk(): void
  /** Gives up the lock when the page goes to sleep. */
  release(): void
  /** Gives up the lock for good, because the worker left the database. */
  close(): void
}

export const createSoleWriter = (ports: SoleWriterPorts): SoleWriter => {
  let mode: 'away' | 'alone' | 'together' = 'away'
  let alone: symbol | null = null
  let letGo: (() => void) | undefined
  let tickAt = Date.now()
  let lookedAt = Date.now()
  let turn: Promise<unknown> = Promise.resolve()

  const leave = (): void => {
    mode = 'away'
    alone = null
    letGo?.()
    letGo = undefined
  }
  const take = (options: LockOptions, next: 'alone' | 'together'): Promise<boolean> =>
    new Promise((resolve) => {
      let release: (() => void) | undefined
      navigator.locks
        .request(ports.name, options, (lock) =>
          lock === null
            ? resolve(false)
            : new Promise<void>((held) => {
                release = held
                letGo = held
                mode = next
                alone = next === 'alone' ? Symbol('alone') : null
                resolve(true)
              }),
        )
        .catch(() => {
          // The wait ended, or another worker took the lock.
          if (release !== undefined && letGo === release) leave()
          resolve(false)
        })
    })
  const share = (): Promise<boolean> =>
    take({ mode: 'shared', signal: AbortSignal.timeout(STEAL_MS) }, 'together')
  const lock = async (): Promise<void> => {
    if (await take({ ifAvailable: true }, 'alone')) return
    const shared = share()
    ports.askToShare()
    if (!(await shared)) await take({ steal: true }, 'alone')
  }
  const isAwake = (): boolean => Date.now() - tickAt < TRUST_MS
  /** Holds the lock; after a sleep it requests the lock again. */
  const hold = async (): Promise<void> => {
    if (mode !== 'away' && isAwake()) return
    leave()
    tickAt = Date.now()
    await lock()
  }
  const afterTurn = (work: () => unknown): void => {
    turn = turn.then(work).catch(() => undefined)
  }

  const ticking = setInterval(() => {
    if (!isAwake()) leave()
    tickAt = Date.now()
    if (mode !== 'together' || tickAt - lookedAt < LOOK_AGAIN_MS) return
    lookedAt = tickAt
    afterTurn(() => {
      leave()
      return lock()
    })
  }, TICK_MS)

  return {
    inTurn(work) {
      const result = turn.then(async () => {
        await hold()
        return work(alone)
      })
      turn = result.then(({ done }) => done).catch(() => undefined)
      return result.then(({ value }) => value)
    },
    isAlone: () => mode === 'alone' && isAwake(),
    heardAsk() {
      if (mode !== 'alone') return
      afterTurn(() => {
        leave()
        return share()
      })
    },
    release() {
      afterTurn(leave)
    },
    close() {
      clearInterval(ticking)
      afterTurn(leave)
    },
  }
}
