import { Refusal } from '#schema/refusal.ts'
import { backoffMs } from '#sync/engine/backoff.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { handOver, refuse, takeUp } from './file-edits.ts'
import type { FileRecord } from './file-records.ts'
import type { FileSender, FileSenderPorts } from './file-sender-ports.ts'
import { sendBytes } from './send-bytes.ts'
import { settleFiles } from './settle-files.ts'

const IDLE_MS = 60_000

/**
 * Sends files, the oldest first, each before the edit that names it; answers overtake them. Only
 * the leader's sender runs. A cut connection loses no byte that has arrived: the server tells where
 * to go on.
 */
export const createFileSender = (ports: FileSenderPorts): FileSender => {
  const { files, surroundings } = ports
  let isStopped = true
  /** Aborts requests whose answer is not needed any more. */
  let control = new AbortController()
  let isWanted = false
  /** False: this device holds no file record, so the sender ignores edits. */
  let mayHold = true
  let isSweepWanted = true
  let failures = 0
  let nap: { done: Promise<void>; interrupt(): void } | null = null
  let running: Promise<void> = Promise.resolve()

  const sendOne = async (record: FileRecord): Promise<void> => {
    const isStillWanted = async (): Promise<boolean> =>
      !isStopped && (await files.get(record.id))?.state === 'waiting'
    await takeUp(ports, record)
    if (!(await isStillWanted())) return
    try {
      if (await sendBytes({ ...ports, signal: control.signal, isStillWanted }, record))
        await handOver(ports, record)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await refuse(ports, record, error)
    }
    ports.tell(null, true)
  }
  const next = (): Promise<FileRecord | undefined> => oldestWaiting(files)
  const sendAll = async (): Promise<void> => {
    mayHold = (await files.count()) > 0
    if (!mayHold) return
    await settleFiles(ports)
    for (let record = await next(); record !== undefined && !isStopped; record = await next())
      await sendOne(record)
    ports.tell(null, true)
  }
  const work = async (): Promise<void> => {
    await sendAll()
    if (!isSweepWanted || isStopped) return
    isSweepWanted = false
    await ports.fetchWanted(control.signal)
  }
  const run = async (): Promise<void> => {
    while (!isStopped) {
      isWanted = false
      let delayMs = IDLE_MS
      try {
        await work()
        failures = 0
      } catch (error) {
        failures += 1
        // Without a session only the person can help, by signing in.
        if (!(error instanceof SyncFailure && error.kind === 'unauthorized'))
          delayMs = backoffMs(failures, surroundings.random())
        ports.tell(null, true)
      }
      if (isStopped) return
      if (isWanted && failures === 0) continue
      nap = surroundings.sleep(delayMs)
      await nap.done
      nap = null
    }
  }
  const look = (): void => {
    isWanted = true
    if (failures === 0) nap?.interrupt()
  }

  return {
    start() {
      if (!isStopped) return
      isStopped = false
      control = new AbortController()
      running = running.then(run)
    },
    async stop() {
      isStopped = true
      control.abort()
      nap?.interrupt()
      await running
    },
    wake() {
      mayHold = true
      look()
    },
    heard(isRowsChanged) {
      isSweepWanted ||= isRowsChanged
      if (mayHold || isSweepWanted) look()
    },
    reached() {
      if (failures > 0 && mayHold) nap?.interrupt()
    },
    tryNow() {
      isWanted = true
      nap?.interrupt()
    },
  }
}

const oldestWaiting = async (files: FileSenderPorts['files']): Promise<FileRecord | undefined> => {
  const waiting = await files.inStates(['waiting'])
  return waiting.toSorted((a, b) => a.addedAt - b.addedAt)[0]
}
