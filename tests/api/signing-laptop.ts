import { webcrypto } from 'node:crypto'
import type { SignedIn } from '#schema/api/users-service/auth.ts'
import { SYNC_PROTOCOL, type PushMutation } from '#schema/api/sync.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { SyncDevice } from './sync-client.ts'
import { PASSWORD, PROJECT as projectId, type Username, type World } from './world.ts'

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** A laptop without a network: its session, its key and its unsent edits. */
export interface SigningLaptop {
  device: SyncDevice
  sessionId: string
  /** Signs a text with the key of the session. */
  sign(text: string): Promise<string>
  /** An answer to a requirement for Alpha, with the note that the laptop saw as its base. */
  written(note: string, requirementId?: string): PushMutation
  noteOf(requirementId: string): unknown
  payloadOf(...mutations: PushMutation[]): string
}

export const openLaptop = async (world: World, username: Username): Promise<SigningLaptop> => {
  const { publicKey, privateKey } = await webcrypto.subtle.generateKey(ECDSA, true, [
    'sign',
    'verify',
  ])
  const { x = '', y = '' } = await webcrypto.subtle.exportKey('jwk', publicKey)
  const answer = await fetch(`${world.url}/api/users-service/auth/authenticate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username,
      hash: await hashForSignIn(world.url, username, PASSWORD),
      publicKey: { kty: 'EC', crv: 'P-256', x, y },
    }),
  })
  const { sessionId } = (await answer.json()) as SignedIn
  const device = new SyncDevice(await world.as(username))
  const vendorId = world.companies.alpha
  const noteOf = (requirementId: string): unknown => {
    const values = device.get('commitment', `${requirementId}.${vendorId}`)?.['values']
    return (values as Record<string, unknown> | undefined)?.['note'] ?? null
  }
  return {
    device,
    sessionId,
    async sign(text) {
      const signature = await webcrypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        privateKey,
        new TextEncoder().encode(text),
      )
      return Buffer.from(signature).toString('base64')
    },
    noteOf,
    written: (note, requirementId = 'r1') =>
      device.edit(
        'commitments.update',
        { projectId, requirementId, vendorId, values: { note } },
        { [`commitment/${requirementId}.${vendorId}#values.note`]: noteOf(requirementId) },
      ),
    payloadOf: (...mutations) =>
      JSON.stringify({
        serverId: device.client.serverId,
        clientId: device.clientId,
        schemaVersion: SYNC_PROTOCOL,
        mutations,
      }),
  }
}
