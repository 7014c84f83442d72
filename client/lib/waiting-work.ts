import { databaseName } from '#sync/browser/database.ts'

/** Which of these organizations this device keeps unsent work of the person for: a database outlives the sign-out for nothing else. */
export const organizationsWithWork = async (userId: number, organizationIds: readonly number[]): Promise<ReadonlySet<number>> => {
  const names = new Set((await indexedDB.databases()).map(({ name }) => name))
  return new Set(organizationIds.filter((organizationId) => names.has(databaseName({ userId, organizationId }))))
}
