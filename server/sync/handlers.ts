import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { constants, createGzip } from 'node:zlib'
import { PUSH_LIMITS } from '#schema/api/sync.ts'
import type { sync } from '#schema/api/sync-calls.ts'
import { Refusal } from '#schema/refusal.ts'
import { requestFields } from '../log.ts'
import type { Handlers } from '../route.ts'
import { bring } from './bring.ts'
import { compare } from './compare.ts'
import { deliver } from './deliver.ts'
import { pull } from './pull.ts'
import { push, requireKnownProtocol } from './push.ts'
import { sendFile } from './send-file.ts'

export const syncHandlers: Handlers<typeof sync> = {
  push: async ({ body }, { services, commands, caller, request }) => {
    if (Number(request.headers['content-length'] ?? 0) > PUSH_LIMITS.bytes)
      throw new Refusal('TOO_LARGE', { detail: { limit: '1 MB' } })
    const onError = (error: unknown): void =>
      services.log.error('push.failed', error, requestFields(request))
    return await push(
      { services: commands, serverId: services.meta.serverId, userId: caller.userId, onError },
      body,
    )
  },

  compare: async ({ body }, { services, caller }) => {
    requireKnownProtocol(body.schemaVersion)
    const { database, digests, meta, log } = services
    const context = {
      database,
      digests,
      serverId: meta.serverId,
      userId: caller.userId,
      schemaVersion: body.schemaVersion,
      log,
    }
    return await compare({ ...context, rest: () => setImmediate() }, body)
  },

  sendFile: async ({ params, query }, context) => await sendFile(context, params.sha256, query),

  bring: async ({ body }, { services, commands, caller, request }) => {
    const onError = (error: unknown): void =>
      services.log.error('bring.failed', error, requestFields(request))
    return await bring(
      { services: commands, serverId: services.meta.serverId, userId: caller.userId, onError },
      body,
    )
  },

  deliver: async ({ body }, { services, commands, person, request }) => {
    const onError = (error: unknown): void =>
      services.log.error('deliver.failed', error, requestFields(request))
    return await deliver(
      { services: commands, serverId: services.meta.serverId, onError },
      person,
      body,
    )
  },

  pull: async ({ body }, { services, caller, request, reply }) => {
    requireKnownProtocol(body.schemaVersion)
    await services.moveDueProjects()
    const pages = pull(
      {
        database: services.database,
        serverId: services.meta.serverId,
        userId: caller.userId,
        clock: services.clock,
      },
      body,
    )
    // Read the first page before the first byte is sent, so that a refusal can still become the
    // answer.
    const first = await pages.next()
    const lines = Readable.from(linesOf(first, pages))
    const isGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
    void reply
      .header('content-type', 'application/x-ndjson; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
    if (isGzip) void reply.header('content-encoding', 'gzip')
    await reply.send(isGzip ? compressed(lines) : lines)
    return pages
  },
}

async function* linesOf(
  first: IteratorResult<string, unknown>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (first.done === true) return
  yield first.value
  yield* rest
}

/** Flushes after each page, so that the device stores one page while the server reads the next. */
const compressed = (lines: Readable): Readable => {
  const gzip = createGzip({ level: 1, flush: constants.Z_SYNC_FLUSH })
  lines.on('error', (error) => gzip.destroy(error))
  gzip.on('close', () => lines.destroy())
  return lines.pipe(gzip)
}
