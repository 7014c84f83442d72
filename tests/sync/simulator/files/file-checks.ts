import { parseRow } from '#server/database/entity-tables.ts'
import type { ParkedEntry } from '#sync/engine/ports.ts'
import type { Excuse, Excuses } from '../excuses.ts'
import { markOf } from '../isolation.ts'
import type { SimClient } from '../sim-client.ts'
import type { SimServer } from '../sim-server.ts'
import { rowIdOf, type SimFile } from './attach.ts'

export const isNamed = ({ connection }: SimServer, rowId: string): boolean =>
  connection.prepare('select 1 from attachments where id = ?').get(rowId) !== undefined

const aliasOf = ({ connection }: SimServer, rowId: string): string =>
  parseRow(
    'attachment',
    connection.prepare('select body from attachments where id = ?').pluck().get(rowId) as string,
  ).alias
/** A late name is parked with the reason. */
const isParked = (client: SimClient, { id }: SimFile): boolean =>
  client.state().parked.has(`file-name-${id}`)

/**
 * Refusals that no history causes: bytes are lost or damaged less often than they are sent again.
 */
const UNEXPLAINED = ['FILE_MISSING', 'FILE_DAMAGED']

const parkedOf = (client: SimClient, { id }: SimFile): ParkedEntry | undefined =>
  [...client.state().parked.values()].find(
    ({ command, args }) => command === 'attachments.create' && (args as { id: string }).id === id,
  )

/** A device keeps no bytes of a file that a server took: its edit is all that it can send again. */
const excuseOf = (client: SimClient, file: SimFile): Excuse | null => {
  if (file.isEvicted) return 'fileEvicted'
  if (file.isLost && file.isForgotten) return 'signedOut'
  return file.isLost && parkedOf(client, file) !== undefined ? 'fileBytes' : null
}

const checkFile = (server: SimServer, client: SimClient, file: SimFile): string | null => {
  const name = `file ${file.id} of client ${client.number}`
  const record = client.files()?.get(file.id)
  const parked = parkedOf(client, file)
  if (isNamed(server, rowIdOf(file, client))) {
    if (server.parts.whole(file.contentHash)?.equals(file.content) !== true)
      return `I1 ${name} is named, but its bytes are gone`
    if (parked !== undefined) return `I1 ${name} is taken and parked too`
    const alias = aliasOf(server, rowIdOf(file, client))
    if (alias !== file.alias && !isParked(client, file))
      return `I1 ${name} is called ${alias} instead of ${file.alias}`
    return record === undefined ? null : `L1 ${name} is taken and ${record.state} too`
  }
  if (record === undefined) return `I1 ${name} is gone`
  if (record.state !== 'refused') return `L1 ${name} is ${record.state} still`
  if (parked === undefined) return `I1 ${name} is refused and not parked`
  return UNEXPLAINED.includes(parked.reason) ? `I1 ${name} was refused as ${parked.reason}` : null
}

/**
 * Every file chosen on the device is on the server, whole and once, or on the device with its
 * reason.
 */
export const checkFiles = (
  server: SimServer,
  client: SimClient,
  excuses: Pick<Excuses, 'use'>,
): string[] =>
  client.chosen.flatMap((file) => {
    const violation = checkFile(server, client, file)
    if (violation === null) return []
    const excuse = excuseOf(client, file)
    if (excuse === null) return [violation]
    excuses.use(excuse)
    return []
  })

/** No byte changes during an upload. */
export const checkArrived = ({ parts }: SimServer): string[] =>
  parts.damaged.map((upload) => `I1 file ${upload} arrived damaged`)

/**
 * No row of a vendor names bytes that its side neither sent nor may read; requestors may read those
 * of vendors.
 */
export const checkNamed = ({ connection }: SimServer, clients: readonly SimClient[]): string[] => {
  const sides = new Map<string, Set<string>>()
  for (const { user, chosen } of clients)
    for (const { contentHash } of chosen)
      sides.set(contentHash, (sides.get(contentHash) ?? new Set()).add(markOf(user.vendorId)))
  const rows = connection.prepare('select body from attachments').pluck().all() as string[]
  return rows.flatMap((body) => {
    const { id, vendorId, file } = parseRow('attachment', body)
    const known = sides.get(file.contentHash)
    // Every vendor may read what requestors attach.
    return vendorId === null ||
      known?.has(markOf(vendorId)) === true ||
      known?.has(markOf(null)) === true
      ? []
      : [`ISOLATION attachment/${id} names bytes that its side never had`]
  })
}
