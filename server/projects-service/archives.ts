import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { archives } from '#schema/api/projects-service/archives.ts'
import { withReceivedArchive } from '../restore/receive-archive.ts'
import { requireMayRestore, restoreArchive } from '../restore/restore-archive.ts'
import type { Handlers } from '../route.ts'

/** The answer waits for the check of the whole archive, longer than a connection may be idle. */
const keepOpen = ({ raw }: FastifyRequest): void => {
  // Injected requests of tests have no real connection.
  if ('setTimeout' in raw.socket) raw.socket.setTimeout(archives.restore.timeoutMs)
}

/** One restoration of a person at a time, as one upload of a file. */
const TURN = 'archive'

export const archiveHandlers: Handlers<typeof archives> = {
  restore: async (_input, { services, commands, person, request }) => {
    requireMayRestore(person)
    const { files } = services
    const { body } = request
    const turn = { userId: person.userId, sha256: TURN }
    return await files.turns.take(turn, body instanceof Readable ? body : null, () =>
      withReceivedArchive(files.blobs, body, (file) => {
        keepOpen(request)
        return restoreArchive({ commands, files }, person, file)
      }),
    )
  },
}
