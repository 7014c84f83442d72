import { type PushRequest, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import {
  carriedText,
  PIECE_BYTES,
  signedText,
  type UnsentFile,
  type UnsentPiece,
} from '#schema/api/unsent-file.ts'
import type { PackedWork } from '#schema/api/work-file.ts'
import { toPush } from '#sync/engine/outbox/batch.ts'
import type { DeviceMeta, OutboxEntry, ParkedEntry, Storage } from '#sync/engine/ports.ts'
import { utf8Length } from '#sync/engine/outbox/sha256.ts'
import { base64 } from '../network/base64.ts'
import type { StoredSession } from '../session/session-store.ts'

const PIECE_EDITS = 500

/**
 * Packs the unsent work of this device into a file that the same person can bring in elsewhere. The
 * work stays unsent here until the server confirms it.
 */
export const packUnsent = async (
  storage: Storage,
  stored: StoredSession,
  now: number,
): Promise<UnsentFile> => {
  const { outbox, parked, pieces } = await packPieces(storage, stored, signedText)
  const {
    session: { username, name, organizationId, organizationName },
    sessionId,
    serverId,
  } = stored
  return {
    format: 'tenderbook-unsent/2',
    serverId,
    sessionId,
    username,
    name,
    organization: { id: organizationId, name: organizationName },
    savedOn: now,
    edits: outbox.length,
    pieces,
    parked,
  }
}

/**
 * Packs the unsent edits of a vendor's device for a colleague of the same vendor, who reads them and
 * may deliver them. They stay unsent here until the server confirms them.
 * @returns null without unsent edits, and for a person who works for no vendor
 */
export const packCarried = async (
  storage: Storage,
  stored: StoredSession,
  now: number,
): Promise<PackedWork | null> => {
  const { session, sessionId, serverId } = stored
  if (session.vendorId === null) return null
  const { clientId, outbox, pieces } = await packPieces(storage, stored, carriedText)
  const edits = outbox.length
  return edits === 0 ? null : { serverId, sessionId, clientId, savedOn: now, edits, pieces }
}

interface Packed {
  clientId: string
  outbox: OutboxEntry[]
  parked: ParkedEntry[]
  pieces: UnsentPiece[]
}

/** @param textOf the text to sign for a payload */
const packPieces = async (
  storage: Storage,
  { serverId, privateKey }: StoredSession,
  textOf: (payload: string) => string,
): Promise<Packed> => {
  // Mark the packed edits as sent: a later edit merged into one would be skipped by the server,
  // which knows the number.
  const { meta, outbox, parked } = await storage.transaction('edit', async (tx) => {
    const seen = await tx.meta()
    tx.putMeta({ ...seen, sentMid: Math.max(seen.sentMid, seen.nextMid - 1) })
    return { meta: seen, outbox: await tx.outbox(), parked: await tx.parked() }
  })
  const pieces = await Promise.all(
    payloadsOf(meta, outbox, serverId).map(async (payload) => ({
      payload,
      signature: await sign(textOf(payload), privateKey),
    })),
  )
  return { clientId: meta.clientId, outbox, parked, pieces }
}

const payloadsOf = (
  { clientId }: DeviceMeta,
  outbox: readonly OutboxEntry[],
  serverId: string,
): string[] => {
  const payloads: string[] = []
  let mutations: PushRequest['mutations'] = []
  let bytes = 0
  const close = (): void => {
    if (mutations.length > 0)
      payloads.push(
        JSON.stringify({
          serverId,
          clientId,
          schemaVersion: SYNC_PROTOCOL,
          mutations,
        } satisfies PushRequest),
      )
    mutations = []
    bytes = 0
  }
  for (const entry of outbox) {
    const mutation = toPush(entry)
    const size = utf8Length(JSON.stringify(mutation))
    if (mutations.length === PIECE_EDITS || (mutations.length > 0 && bytes + size > PIECE_BYTES))
      close()
    mutations.push(mutation)
    bytes += size
  }
  close()
  return payloads
}

const sign = async (text: string, privateKey: CryptoKey): Promise<string> =>
  base64(
    await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      privateKey,
      new TextEncoder().encode(text),
    ),
  )
