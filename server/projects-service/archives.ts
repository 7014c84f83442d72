import type { archives } from '#schema/api/projects-service/archives.ts'
import { Refusal } from '#schema/refusal.ts'
import { readArchive } from '../archive/read-archive.ts'
import { withReceivedArchive } from '../restore/receive-archive.ts'
import type { Handlers } from '../route.ts'

export const archiveHandlers: Handlers<typeof archives> = {
  restore: async (_input, { services, person, request }) => {
    // Vendors cannot own projects.
    if (person.parentId !== null) throw new Refusal('NOT_ALLOWED')
    return await withReceivedArchive(services.files.blobs, request.body, async (file) => {
      await readArchive(file)
      throw new Refusal('UNAVAILABLE')
    })
  },
}
