import type { CommandArgs } from '#schema/mutations/inputs.ts'
import { Refusal } from '#schema/refusal.ts'
import { isUntimely } from '#schema/rules/answers/late-answers.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { backoffMs } from '#sync/engine/backoff.ts'
import { commitChange } from '#sync/engine/change.ts'
import { edit, type Edited, type EditRequest } from '#sync/engine/outbox/edit.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { recordStep } from '#sync/engine/undo/record-step.ts'
import { standingOf } from '#sync/engine/outbox/resend.ts'
import { sendLate } from '#sync/engine/outbox/send-late.ts'
import type { FileRecord } from './file-records.ts'
import { isWritten, sendName, wordsOf } from './send-name.ts'
import { CREATE, MOST_RESTARTS, settleFile, settleFiles } from './settle-files.ts'
import type { FileSenderPorts, FileSender } from './file-sender-ports.ts'

export const PIECE_BYTES = 262_144

const IDLE_MS = 60_000

/** Pieces in a row of which nothing arrived. */
const MOST_STALLS = 3

/**
 * Sends files, the oldest first, each before the edit that names it; answers overtake them. Only
 * the leader's sender runs. A cut connection loses nothing that has arrived: the server says where
 * to go on.
 */
export const createFileSender = (ports: FileSenderPorts): FileSender => {
  const { files, storage, network, surroundings } = ports
  let isStopped = true
  /** Aborts requests whose answer is not needed any more. */
  let control = new AbortController()
  let isWanted = false
  /** False: no record is here, so that edits need not be followed. */
  let mayHold = true
  let isSweepWanted = true
  let failures = 0
  let nap: { done: Promise<void>; interrupt(): void } | null = null
  let running: Promise<void> = Promise.resolve()

  const isStillWanted = async ({ id }: FileRecord): Promise<boolean> =>
    !isStopped && (await files.get(id))?.state === 'waiting'

  const sendBytes = async (record: FileRecord): Promise<boolean> => {
    const {
      blob,
      args: {
        file: { contentHash, bytes },
      },
    } = record
    let arrived = await network.send({ contentHash, bytes, offset: 0, blob: null }, control.signal)
    for (let stalls = 0; !arrived.isComplete;) {
      ports.tell({ id: record.id, sent: arrived.received }, false)
      if (!(await isStillWanted(record))) return false
      const before = arrived.received
      arrived = await network.send(
        { contentHash, bytes, offset: before, blob: blob.slice(before, before + PIECE_BYTES) },
        control.signal,
      )
      stalls = arrived.received > before ? 0 : stalls + 1
      if (stalls >= MOST_STALLS) throw new SyncFailure('busy')
    }
    return isStillWanted(record)
  }

  const write = async (request: EditRequest): Promise<Edited['step']> => {
    const writer = { ...ports.writer(), isSending: false }
    try {
      const { change, step } = await storage.transaction('edit', (tx) => edit(tx, writer, request))
      ports.publish([change])
      return step
    } catch (error) {
      if (!(error instanceof Refusal && isUntimely(error.code))) throw error
      // It was chosen in time: the server has to hear of it, though it will refuse it.
      ports.publish([await storage.transaction('edit', (tx) => sendLate(tx, writer, request))])
      return null
    }
  }
  /**
   * Waits until the rows of the file's project are here, for example after a sign-in: they decide
   * whether the file may be attached.
   */
  const requireRows = async ({ projectId }: FileRecord): Promise<void> => {
    const { home, cursor } = await storage.transaction('read', async (tx) => ({
      home: await tx.home(),
      cursor: await tx.cursor(projectId),
    }))
    const isListed = home === undefined || home.projects.some(({ id }) => id === projectId)
    if (!isListed || cursor?.isComplete === true || cursor?.isDenied === true) return
    if (cursor === undefined) {
      ports.publish([
        await storage.transaction('apply', async (tx) => {
          if ((await tx.cursor(projectId)) === undefined) tx.putCursor(newCursor(projectId))
          return await commitChange(tx, projectId, { cursor: true })
        }),
      ])
      ports.pull()
    }
    throw new SyncFailure('busy')
  }
  /**
   * Writes the edit into the outbox before it forgets the record: else no edit would name the
   * bytes.
   */
  const handOver = async (begun: FileRecord): Promise<void> => {
    await requireRows(begun)
    // It may have been named since its bytes began to leave, or taken back.
    const record = await files.change(
      begun.id,
      ({ args }) => ({ told: wordsOf(args) }),
      ({ state }) => state === 'waiting',
    )
    if (record === undefined) return
    const { projectId, args, label, scope } = record
    const step = await write({
      projectId,
      command: CREATE,
      args,
      label,
      undo: { scope, group: '' },
    })
    await sendName(namePorts, record.id)
    if (step !== null)
      ports.publish([await storage.transaction('apply', (tx) => recordStep(tx, step))])
  }

  const park = async (
    { projectId, label, addedAt }: FileRecord,
    { id, command, args }: { id: string; command: string; args: unknown },
    { code, detail }: Refusal,
  ): Promise<void> => {
    ports.publish([
      await storage.transaction('edit', async (tx) => {
        const { clockSkewMs } = await tx.meta()
        tx.putParked({
          id,
          mid: 0,
          projectId,
          command,
          args,
          base: {},
          status: 'refused',
          reason: code,
          detail,
          conflicts: [],
          at: surroundings.now() + clockSkewMs,
          clientAt: addedAt,
          label,
          standing: standingOf(await tx.home(), projectId),
        })
        return await commitChange(tx, projectId, { parked: true })
      }),
    ])
  }
  const namePorts = {
    files,
    storage,
    write: ({ projectId, label }: FileRecord, args: CommandArgs['attachments.update']) =>
      write({ projectId, command: 'attachments.update', args, label, undo: null }),
    park: (record: FileRecord, args: CommandArgs['attachments.update'], refusal: Refusal) =>
      park(record, { id: `file-name-${record.id}`, command: 'attachments.update', args }, refusal),
  }
  /**
   * Finishes what a crash left between the edit, or its refusal, and the note of it in the record.
   * @returns whether the file is to be sent
   */
  const takeUp = async (record: FileRecord): Promise<boolean> => {
    if (record.told !== undefined) {
      if (await isWritten(storage, record)) await sendName(namePorts, record.id)
      else await files.change(record.id, { told: undefined })
    }
    await settleFile(ports, record)
    return isStillWanted(record)
  }

  const refuse = async ({ id, restarts }: FileRecord, refusal: Refusal): Promise<void> => {
    if (refusal.code === 'FILE_DAMAGED' && restarts < MOST_RESTARTS)
      return void (await files.change(id, { restarts: restarts + 1, told: undefined }))
    const record = await files.get(id)
    if (record === undefined) return
    await park(record, { id: `file-${id}`, command: CREATE, args: record.args }, refusal)
    await files.change(id, { state: 'refused' })
  }

  const sendOne = async (record: FileRecord): Promise<void> => {
    if (!(await takeUp(record))) return
    try {
      if (await sendBytes(record)) await handOver(record)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      await refuse(record, error)
    }
    ports.tell(null, true)
  }

  const next = async (): Promise<FileRecord | undefined> => {
    const waiting = await files.inStates(['waiting'])
    return waiting.toSorted((a, b) => a.addedAt - b.addedAt)[0]
  }

  const sendAll = async (): Promise<void> => {
    const count = await files.count()
    mayHold = count > 0
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
        // Without a session only the person can help; they say so by signing in.
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
