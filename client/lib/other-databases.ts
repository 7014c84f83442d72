import { databaseName, type Membership } from '#sync/browser/storage/database.ts'

/** The person's other organizations for which this device has a database. */
export const otherOrganizations = async ({
  userId,
  organizationId,
}: Membership): Promise<readonly number[]> => {
  const start = databaseName({ userId, organizationId: 0 }).slice(0, -1)
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  return names
    .filter((name) => name.startsWith(start))
    .map((name) => Number(name.slice(start.length)))
    .filter((id) => Number.isInteger(id) && id !== organizationId)
}
