import { openDatabase } from '#server/database/open.ts'
import type { ApiClient } from './api-client.ts'
import { openDemoProject } from './demo-project.ts'

export interface PublishedForm {
  projectId: string
  fullId: string
  /** Path at which a contact of the vendor answers the requirement. */
  path: string
  /** The remarks in the vendor's answer as stored by the server. */
  storedNotes(): Promise<unknown>
  /**
   * Number of changes to answers of this requirement by any person, from the server's history in
   * this folder.
   */
  countChanges(dataDir: string): Promise<number>
}

/**
 * The form of one requirement (the first, unless `at` is given) in the demo's published project,
 * for a signed-in contact of a vendor.
 */
export const publishedForm = async (api: ApiClient, at = 0): Promise<PublishedForm> => {
  const { project, documentUrl, requirements, answers } = await openDemoProject(api, 'PUBLISHED')
  const requirement = requirements[at]
  if (requirement === undefined)
    throw new Error(`the demo's published document has no requirement ${at}`)
  return {
    projectId: project.id,
    fullId: requirement.fullId,
    path: `${documentUrl}/requirement/${requirement.fullId}`,
    storedNotes: async () => (await answers()).get(requirement.id)?.['notes'],
    countChanges: async (dataDir) => {
      const database = await openDatabase({ dataDir, databaseUrl: undefined })
      const lines = await database.queries
        .selectFrom('change_log')
        .select('seq')
        .where('entity', '=', 'commitment')
        .where('entity_id', 'like', `${requirement.id}.%`)
        .execute()
      await database.close()
      return lines.length
    },
  }
}
