import type { Queries } from '../database.ts'
import type { Tables } from '../tables.ts'

type StoredOpeningRequest = Tables['opening_requests']

/** The stored request, even if it has expired or no longer applies. */
export const findOpeningRequest = async (
  tx: Queries,
  projectId: string,
): Promise<StoredOpeningRequest | null> =>
  (await tx
    .selectFrom('opening_requests')
    .select(['project_id', 'id', 'reason', 'asked_by', 'asked_on', 'expires_on'])
    .where('project_id', '=', projectId)
    .executeTakeFirst()) ?? null

export const keepOpeningRequest = async (
  tx: Queries,
  request: StoredOpeningRequest,
): Promise<void> => {
  await tx.insertInto('opening_requests').values(request).execute()
}

/** @returns whether there was a request */
export const endOpeningRequest = async (tx: Queries, projectId: string): Promise<boolean> =>
  (await tx
    .deleteFrom('opening_requests')
    .where('project_id', '=', projectId)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Projects whose request has expired. */
export const findExpiredOpenings = async (tx: Queries, now: number): Promise<string[]> =>
  (
    await tx
      .selectFrom('opening_requests')
      .select('project_id')
      .where('expires_on', '<=', now)
      .execute()
  ).map((row) => row.project_id)
