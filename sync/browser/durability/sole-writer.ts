/** A holder that does not answer (asleep, hung) is robbed after this. */
const STEAL_MS = 4_000
const TICK_MS = 1_000
/** A worker that did not tick for this long may have slept and lost its lock. */
const TRUST_MS = 2_500
/** Among others: looks again so often whether they have gone. */
const LOOK_AGAIN_MS = 10_000

export interface SoleWriterPorts {
  name: string
  /** Asks a worker that writes alone to share. */
  askToShare(): void
}

/**
 * Tells whether this worker is the only one that writes the database. Alone, its memory equals the
 * database, and a transaction begins without reading. A Web Lock decides: one worker holds it
 * exclusively, or several hold it in common; no worker writes without it.
 *
 * away → (enter) alone, or together while others hold it → (another asks to share) together → (they
 * are gone) alone
 */
export interface SoleWriter {
  /**
   * Runs one writer at a time; resolves with what `work` answers. The turn ends with `done`, when
   * the outcome of the commit is known.
   * `alone`: the same mark as long as no other worker can have written, else null.
   */
  inTurn<T>(
    work: (alone: symbol | null) => Promise<{ value: T; done: Promise<unknown> }>,
  ): Promise<T>
  isAlone(): boolean
  heardAsk(): void
  /** For a page that goes to sleep. */
  release(): void
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
          // Given up waiting, or robbed.
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
  /** Makes sure of the lock: after a sleep it requests the lock again. */
  const hold = async (): Promise<void> => {
    if (mode !== 'away' && isAwake()) return
    leave()
    tickAt = Date.now()
    await lock()
  }
  const afterTurn = (work: () => unknown): void => {
    turn = turn.then(work).catch(() => undefined)
  }

  setInterval(() => {
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
  }
}
