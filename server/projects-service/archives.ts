import { Readable } from 'node:stream'
import type { archives } from '#schema/api/projects-service/archives.ts'
import { Refusal } from '#schema/refusal.ts'
import { withReceivedArchive } from '../restore/receive-archive.ts'
import { restoreArchive } from '../restore/restore-archive.ts'
import type { Handlers } from '../route.ts'

/** One restoration of a person at a time, as one upload of a file. */
const TURN = 'archive'

export const archiveHandlers: Handlers<typeof archives> = {
  restore: async (_input, { services, commands, person, request: { body } }) => {
    // Vendors cannot own projects.
    if (person.parentId !== null) throw new Refusal('NOT_ALLOWED')
    const { files } = services
    const turn = { userId: person.userId, sha256: TURN }
    return await files.turns.take(turn, body instanceof Readable ? body : null, () =>
      withReceivedArchive(files.blobs, body, (file) =>
        restoreArchive({ commands, files }, person, file),
      ),
    )
  },
}
