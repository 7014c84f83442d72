import { type Change, numberChange } from '../change.ts'
import type { StorageTx } from '../ports.ts'
import { commandOf, parseArgs } from './commands.ts'
import type { EditRequest, Writer } from './edit.ts'

/**
 * Sends an edit that this device knows to be too late. It changes no row on this device. The server
 * refuses it, keeps its words and counts it for the owner; the verdict parks it until the project
 * reopens. Throws Refusal where the arguments are invalid.
 */
export const sendLate = async (
  tx: StorageTx,
  writer: Writer,
  request: EditRequest,
): Promise<Change> => {
  const { projectId, command, label } = request
  const args = parseArgs(commandOf(writer.commands, command), request.args)
  const meta = { ...(await tx.meta()) }
  tx.putOutbox({
    mid: meta.nextMid++,
    writer: writer.id,
    projectId,
    command,
    args,
    base: request.seen ?? {},
    clientAt: writer.now,
    label,
    touched: [],
    poison: null,
  })
  const change = numberChange(meta, projectId, { outbox: true })
  tx.putMeta(meta)
  return change
}
