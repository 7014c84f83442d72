import type { Endpoint, EndpointCall } from '#schema/api/endpoint.ts'
import { vi } from 'vitest'
import { refuseUnpromised } from '../support/api-client.ts'
import type { World } from './world.ts'

export interface Asked {
  status: number
  body: Record<string, unknown>
}

/** Makes a call with or without a token; returns refusals too. */
export const ask = async <E extends Endpoint>(
  world: World,
  row: E,
  input: EndpointCall<E>,
  token?: string,
): Promise<Asked> => {
  const { params = {}, body } = input as { params?: Record<string, string>; body?: object }
  const path = row.path.replace(/\{(\w+)\}/g, (_whole, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  )
  const answer = await fetch(`${world.url}/api${path}`, {
    method: row.method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { 'x-auth-token': token }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (answer.ok && text !== '') refuseUnpromised(row, JSON.parse(text))
  return {
    status: answer.status,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  }
}

/** Tokens of the links in the mails to an address, once all queued mails are sent. */
export const linkTokens = async (world: World, to: string): Promise<string[]> => {
  await mailsSent(world)
  return world.mails
    .filter((mail) => mail.to === to)
    .flatMap(({ text }) => /#([\w-]{43})$/m.exec(text)?.[1] ?? [])
}

export const mailsSent = (world: World): Promise<void> =>
  vi.waitFor(
    async () => {
      const waiting = await world.database.queries
        .selectFrom('mails')
        .select('id')
        .where('sent_on', 'is', null)
        .where('failed_on', 'is', null)
        .execute()
      if (waiting.length > 0) throw new Error(`${waiting.length} mails are not sent yet`)
    },
    { timeout: 30_000 },
  )
