import type { CommandArgs } from '#schema/mutations/inputs.ts'
import { Refusal } from '#schema/refusal.ts'
import { isUntimely } from '#schema/rules/answers/late-answers.ts'
import { commitChange } from '#sync/engine/change.ts'
import { edit, type Edited, type EditRequest } from '#sync/engine/outbox/edit.ts'
import { standingOf } from '#sync/engine/outbox/resend.ts'
import { sendLate } from '#sync/engine/outbox/send-late.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { recordStep } from '#sync/engine/undo/record-step.ts'
import type { FileRecord } from './file-records.ts'
import type { FileSenderPorts } from './file-sender-ports.ts'
import { isWritten, type NamePorts, sendName, wordsOf } from './send-name.ts'
import { CREATE, MOST_RESTARTS, settleFile } from './settle-files.ts'

/**
 * Writes the edit that names a file whose bytes have arrived, and notes it in the record. Writes the
 * edit first: after a crash between the two no bytes are left that no edit names.
 */
export const handOver = async (ports: FileSenderPorts, begun: FileRecord): Promise<void> => {
  const { files, storage, publish } = ports
  await requireRows(ports, begun)
  // The person may have renamed the file or taken it back since its upload began.
  const record = await files.change(
    begun.id,
    ({ args }) => ({ told: wordsOf(args) }),
    ({ state }) => state === 'waiting',
  )
  if (record === undefined) return
  const { projectId, args, label, scope, group = '' } = record
  // A file that is sent again may still have its row here, from a server that has lost it since.
  const sending = { undo: { scope, group }, isAlwaysSent: true }
  const step = await write(ports, { projectId, command: CREATE, args, label, ...sending })
  await sendName(namePorts(ports), record.id)
  if (step !== null) publish([await storage.transaction('apply', (tx) => recordStep(tx, step))])
}

/**
 * Finishes what a crash left between the edit of a file, or its refusal, and the note of it in the
 * record.
 */
export const takeUp = async (ports: FileSenderPorts, record: FileRecord): Promise<void> => {
  if (record.told !== undefined) {
    if (await isWritten(ports.storage, record)) await sendName(namePorts(ports), record.id)
    else await ports.files.change(record.id, { told: undefined })
  }
  await settleFile(ports, record)
}

/** Parks a file that the server refused; sends it again where its bytes arrived damaged. */
export const refuse = async (
  ports: FileSenderPorts,
  { id, restarts }: FileRecord,
  refusal: Refusal,
): Promise<void> => {
  const { files } = ports
  if (refusal.code === 'FILE_DAMAGED' && restarts < MOST_RESTARTS)
    return void (await files.change(id, { restarts: restarts + 1, told: undefined }))
  const record = await files.get(id)
  if (record === undefined) return
  const refused = { id: `file-${id}`, command: CREATE, args: record.args }
  await park(ports, record, { ...refused, refusal })
  await files.change(id, { state: 'refused' })
}

/**
 * Waits until the rows of the file's project are on this device, for example after a sign-in: they
 * decide whether the file may be attached.
 */
const requireRows = async (
  { storage, publish, pull }: FileSenderPorts,
  { projectId }: FileRecord,
): Promise<void> => {
  const { home, cursor } = await storage.transaction('read', async (tx) => ({
    home: await tx.home(),
    cursor: await tx.cursor(projectId),
  }))
  const isListed = home === undefined || home.projects.some(({ id }) => id === projectId)
  if (!isListed || cursor?.isComplete === true || cursor?.isDenied === true) return
  if (cursor === undefined) {
    publish([
      await storage.transaction('apply', async (tx) => {
        if ((await tx.cursor(projectId)) === undefined) tx.putCursor(newCursor(projectId))
        return await commitChange(tx, projectId, { cursor: true })
      }),
    ])
    pull()
  }
  throw new SyncFailure('busy')
}

/**
 * Writes an edit of a file. Throws Refusal, except for an edit that is too late, which goes to the
 * server to be refused there.
 */
const write = async (ports: FileSenderPorts, request: EditRequest): Promise<Edited['step']> => {
  const { storage, publish } = ports
  const writer = { ...ports.writer(), isSending: false }
  try {
    const { change, step } = await storage.transaction('edit', (tx) => edit(tx, writer, request))
    publish([change])
    return step
  } catch (error) {
    if (!(error instanceof Refusal && isUntimely(error.code))) throw error
    // The person chose the file in time: the server counts the late edit for the owner.
    publish([await storage.transaction('edit', (tx) => sendLate(tx, writer, request))])
    return null
  }
}

interface Refused {
  /** Id of the parked edit. */
  id: string
  command: string
  args: unknown
  refusal: Refusal
}

const park = async (
  { storage, publish, surroundings }: FileSenderPorts,
  { projectId, label, addedAt }: FileRecord,
  { id, command, args, refusal: { code, detail } }: Refused,
): Promise<void> => {
  publish([
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

const RENAME = 'attachments.update'
const namePorts = (ports: FileSenderPorts): NamePorts => ({
  files: ports.files,
  storage: ports.storage,
  write: ({ projectId, label }, args: CommandArgs[typeof RENAME]) =>
    write(ports, { projectId, command: RENAME, args, label, undo: null }),
  park: (record, args, refusal) =>
    park(ports, record, { id: `file-name-${record.id}`, command: RENAME, args, refusal }),
})
