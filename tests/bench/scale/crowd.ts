import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { createSession } from '#server/database/sessions/create-session.ts'
import type { LoadedBench } from '../load.ts'

const PIECE = 500

/**
 * Adds people to the vendor, besides its two contacts, each with access to the project. They share
 * the contact's password, because the bench does not measure signing in.
 */
const addPeople = async (
  database: Database,
  { contacts, projectId, vendorId }: LoadedBench,
  count: number,
): Promise<number[]> => {
  const model = await database.queries
    .selectFrom('users')
    .selectAll()
    .where('username', '=', contacts[0] ?? '')
    .executeTakeFirstOrThrow()
  const { id: _id, ...like } = model
  const ids: number[] = []
  for (let from = 0; from < count; from += PIECE) {
    const names = Array.from(
      { length: Math.min(PIECE, count - from) },
      (_, index) => `bench-person-${from + index}`,
    )
    await database.write(async (tx) => {
      const users = await tx
        .insertInto('users')
        .values(names.map((name) => ({ ...like, uuid: name, username: name, name })))
        .returning('id')
        .execute()
      const now = Date.now()
      await tx
        .insertInto('organization_members')
        .values(
          users.map(({ id }) => ({
            organization_id: vendorId,
            user_id: id,
            roles: JSON.stringify(['role-vendor-contact']),
            is_primary_contact: 0,
            created_on: now,
          })),
        )
        .execute()
      await tx
        .insertInto('restrictions')
        .values(
          users.map(({ id }) => ({
            project_id: projectId,
            vendor_id: vendorId,
            user_id: id,
            package_ids: null,
          })),
        )
        .execute()
      ids.push(...users.map(({ id }) => id))
    })
  }
  return ids
}

/**
 * Opens this many sessions of `people` different people, in turn.
 * @returns their tokens
 */
export const openSessions = async (
  at: { dataDir: string; databaseUrl?: string | undefined },
  loaded: LoadedBench,
  { people, sessions }: { people: number; sessions: number },
): Promise<string[]> => {
  const database = await openDatabase({ dataDir: at.dataDir, databaseUrl: at.databaseUrl })
  try {
    const ids = await addPeople(database, loaded, people)
    const tokens: string[] = []
    while (tokens.length < sessions) {
      const owners = Array.from(
        { length: Math.min(PIECE, sessions - tokens.length) },
        (_, index) => ids[(tokens.length + index) % ids.length] ?? 0,
      )
      tokens.push(
        ...(
          await Promise.all(
            owners.map((userId) =>
              createSession(database, { userId, publicKey: null }, Date.now()),
            ),
          )
        ).map(({ token }) => token),
      )
    }
    return tokens
  } finally {
    await database.close()
  }
}
