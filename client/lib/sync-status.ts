import { useSyncExternalStore } from 'react'
import type { Compared } from '#sync/engine/pull/compare.ts'
import type { EngineState } from '#sync/engine/engine-ports.ts'
import type { WentBack } from '#sync/engine/ports.ts'
import { isUnderway } from '#sync/browser/files/underway.ts'
import { askBackgroundSync } from './background-sync.ts'
import { isDatabaseGone } from './database-gone.ts'
import { currentDevice, deviceChanges, deviceNotes, onceReady, readyDevice } from './device.ts'
import { createEmitter } from './emitter.ts'
import { storeText } from './store-text.ts'

export type { Compared } from '#sync/engine/pull/compare.ts'

export interface SyncStatus {
  /** 'starting' = the unsent edits are not counted yet. */
  phase: 'starting' | 'saved' | 'sending' | 'unsent' | 'offline' | 'trouble'
  /** Number of answers, other edits and files that the server has not decided on. */
  unsent: number
  /** Number of answers among them. */
  unsentAnswers: number
  /** Number of parked edits, which need a decision. */
  needYou: number
  /** Start of the phase in ms. */
  since: number | null
  nextTryAt: number | null
  lastContactAt: number | null
  /** The last comparison of this device's copy with the server's. */
  compared: Compared | null
  /** The last time that the server was found at an earlier state. */
  wentBack: WentBack | null
  /** Offline because a captive portal or proxy answers instead of the server. */
  isBlocked: boolean
  /** This version of the application is too old to send edits. */
  updateNeeded: boolean
  /** The session has expired: the person has to sign in again. */
  signInNeeded: boolean
  /** The device has no space for what the server sent. */
  isDeviceFull: boolean
}

/**
 * If an edit stays unsent longer than this although the server answers, the status is 'trouble'.
 */
const TROUBLE_MS = 60_000

const NEVER: SyncStatus = {
  phase: 'starting',
  unsent: 0,
  unsentAnswers: 0,
  needYou: 0,
  since: null,
  nextTryAt: null,
  lastContactAt: null,
  compared: null,
  wentBack: null,
  isBlocked: false,
  updateNeeded: false,
  signInNeeded: false,
  isDeviceFull: false,
}

let status = NEVER

let engine: EngineState = { phase: 'idle' }

let lastContactAt: number | null = null

/** Time in ms since which no request succeeded; failed retries do not change it. */
let awaySince: number | null = null

let isBlocked = false

let compared: Compared | null = null

/** Kept in storage, so that a reload while offline does not restart the count. */
const AWAY_KEY = 'tenderbook.away-since'

const noteAway = (): number => {
  const stored = Number(localStorage.getItem(AWAY_KEY))
  const since = stored > 0 && stored <= Date.now() ? stored : Date.now()
  storeText(AWAY_KEY, String(since))
  return since
}

const noteBack = (): void => {
  if (awaySince !== null || localStorage.getItem(AWAY_KEY) !== null)
    localStorage.removeItem(AWAY_KEY)
  awaySince = null
}

const UNCOUNTED = {
  isCounted: false,
  answers: 0,
  others: 0,
  files: 0,
  needYou: 0,
  oldestAt: null as number | null,
  wentBack: null as WentBack | null,
}

let isFileOnItsWay = false

let counts = UNCOUNTED

const statusChanges = createEmitter<void>()

export const outboxChanges = createEmitter<void>()

const parkedChanges = createEmitter<void>()

export { parkedChanges }

const unsentOf = (): number => counts.answers + counts.others + counts.files

const isAway = (state: EngineState): boolean =>
  state.phase === 'waiting' && (state.reason === 'offline' || state.reason === 'blocked')

const phaseOf = (): SyncStatus['phase'] => {
  if (!counts.isCounted) return 'starting'
  if (engine.phase === 'paused') return 'trouble'
  if (engine.phase === 'waiting' && !isAway(engine)) return 'trouble'
  if (awaySince !== null) return 'offline'
  if (unsentOf() === 0) return 'saved'
  if (
    counts.oldestAt !== null &&
    Date.now() - counts.oldestAt > TROUBLE_MS &&
    lastContactAt !== null &&
    lastContactAt - counts.oldestAt > TROUBLE_MS
  )
    return 'trouble'
  return engine.phase === 'working' || isFileOnItsWay ? 'sending' : 'unsent'
}

const compute = (): void => {
  const phase = phaseOf()
  const next: SyncStatus = {
    phase,
    unsent: unsentOf(),
    unsentAnswers: counts.answers,
    needYou: counts.needYou,
    since:
      phase === 'offline'
        ? awaySince
        : phase === status.phase
          ? (status.since ?? Date.now())
          : Date.now(),
    nextTryAt: engine.phase === 'waiting' ? engine.nextTryAt : null,
    lastContactAt,
    compared,
    wentBack: counts.wentBack,
    isBlocked: phase === 'offline' && isBlocked,
    updateNeeded: engine.phase === 'paused' && engine.reason === 'update',
    signInNeeded: engine.phase === 'paused' && engine.reason === 'unauthorized',
    isDeviceFull: engine.phase === 'waiting' && engine.reason === 'full',
  }
  if (JSON.stringify(next) === JSON.stringify(status)) return
  status = next
  statusChanges.emit()
  if (phase === 'offline' && next.unsent > 0) void askBackgroundSync()
}

let isCounting = false

let isCountWanted = false

/** Count once at a time, however fast edits arrive. */
const count = async (): Promise<void> => {
  isCountWanted = true
  if (isCounting) return
  isCounting = true
  while (isCountWanted) {
    isCountWanted = false
    const current = currentDevice()
    if (current === null) break
    const { database, worker } = current
    try {
      const [unsent, needYou, oldest, files, device] = await Promise.all([
        worker.countUnsent(),
        database.parked.count(),
        database.outbox.orderBy(':id').first(),
        database.file.filter(isUnderway).count(),
        database.meta.get('device'),
      ])
      const wentBack = (device?.key === 'device' ? device.meta.wentBack : null) ?? null
      const oldestAt = oldest?.clientAt ?? null
      counts = { isCounted: true, ...unsent, files, needYou, oldestAt, wentBack }
    } catch (error) {
      if (!isDatabaseGone(error)) {
        isCounting = false
        throw error
      }
    }
    compute()
  }
  isCounting = false
}

deviceNotes.on((note) => {
  if (note.type === 'state') {
    engine = note.state
    if (engine.phase !== 'working')
      isBlocked = engine.phase === 'waiting' && engine.reason === 'blocked'
    if (isAway(engine)) awaySince ??= noteAway()
    else if (engine.phase !== 'working') noteBack()
    lastContactAt = note.lastContactAt
    compared = note.compared
    compute()
  }
  if (note.type === 'files') {
    isFileOnItsWay = note.progress !== null
    if (note.isChanged) outboxChanges.emit()
    if (note.isChanged) void count()
    else compute()
  }
  if (note.type !== 'changes') return
  if (note.changes.some((change) => change.outbox)) outboxChanges.emit()
  if (note.changes.some((change) => change.parked)) parkedChanges.emit()
  if (note.changes.some((change) => change.outbox || change.parked)) void count()
})

const start = (): void => {
  engine = { phase: 'idle' }
  awaySince = null
  isBlocked = false
  compared = null
  isFileOnItsWay = false
  counts = UNCOUNTED
  status = NEVER
  statusChanges.emit()
  const device = currentDevice()
  if (device !== null) onceReady(device, count)
}
deviceChanges.on(start)
start()
window.addEventListener('pagehide', () => {
  if (status.unsent > 0) void askBackgroundSync()
})
setInterval(compute, 5_000)

export const useSyncStatus = (): SyncStatus => useSyncExternalStore(statusChanges.on, () => status)

export const readSyncStatus = (): SyncStatus => status

/** Contacts the server now instead of after the delay. */
export const tryNow = async (): Promise<void> => {
  const { worker } = await readyDevice()
  await worker.tryNow()
}

/** Compares this device's copy with the server's. */
export const compareNow = async (): Promise<void> => {
  const { worker } = await readyDevice()
  await worker.compareNow()
}
