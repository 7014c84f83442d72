import { API } from '#schema/api/index.ts'
import type { calendar } from '#schema/api/users-service/calendar.ts'
import { Refusal } from '#schema/refusal.ts'
import { calendarText } from '#schema/rules/project/calendar.ts'
import type { Person } from '../database/access/read-actor.ts'
import { readPersonIn } from '../database/access/read-actor.ts'
import { readHome } from '../database/projects/read-home.ts'
import type { Queries } from '../database/database.ts'
import { hashOfToken, newToken } from '../database/token.ts'
import type { Handlers } from '../route.ts'

/** The address belongs to the person in the organization where it was made. */
const removeOwn = async (tx: Queries, { userId, organizationId }: Person): Promise<void> => {
  await tx
    .deleteFrom('calendar_addresses')
    .where('user_id', '=', userId)
    .where('organization_id', '=', organizationId)
    .execute()
}

export const calendarHandlers: Handlers<typeof calendar> = {
  get: async (_input, { services, person }) => {
    const row = await services.database.queries
      .selectFrom('calendar_addresses')
      .select('created_on')
      .where('user_id', '=', person.userId)
      .where('organization_id', '=', person.organizationId)
      .executeTakeFirst()
    return { createdOn: row?.created_on ?? null }
  },

  renew: async (_input, { services, person }) => {
    const token = newToken()
    const createdOn = services.clock()
    await services.database.write(async (tx) => {
      await removeOwn(tx, person)
      await tx
        .insertInto('calendar_addresses')
        .values({
          user_id: person.userId,
          organization_id: person.organizationId,
          hash: hashOfToken(token),
          created_on: createdOn,
        })
        .execute()
    })
    const path = API.calendar.feed.path.replace('{token}', token)
    return { url: `${services.baseUrl}/api${path}`, createdOn }
  },

  remove: async (_input, { services, person }) => {
    await services.database.write((tx) => removeOwn(tx, person))
  },

  feed: async ({ params }, { services, reply }) => {
    const { database, baseUrl, clock } = services
    const { language, projects } = await database.read((tx) => readCalendar(tx, params.token))
    await reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'attachment; filename="deadlines.ics"')
      .send(calendarText(projects, { language, baseUrl, now: clock() }))
  },
}

/** Reads what the person may see now; unknown addresses and ended accesses are answered alike. */
const readCalendar = async (tx: Queries, token: string) => {
  const row = await tx
    .selectFrom('calendar_addresses')
    .innerJoin('users', 'users.id', 'calendar_addresses.user_id')
    .select(['user_id', 'organization_id', 'language'])
    .where('hash', '=', hashOfToken(token))
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('NOT_FOUND')
  const person = await readPersonIn(tx, row.user_id, row.organization_id)
  if (person === null) throw new Refusal('NOT_FOUND')
  return { language: row.language, projects: await readHome(tx, person) }
}
