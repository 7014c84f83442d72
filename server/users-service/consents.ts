import type { consents } from '#schema/api/users-service/consents.ts'
import { Refusal } from '#schema/refusal.ts'
import { readMembersOf } from '../database/access/members.ts'
import type { Handlers } from '../route.ts'
import { changeAccess } from './change-access.ts'
import { requireMay } from './places.ts'

export const consentHandlers: Handlers<typeof consents> = {
  list: async (_input, { services, person }) => {
    if (person.parentId === null) return []
    const { queries } = services.database
    const parent = await queries
      .selectFrom('organizations')
      .select(['name', 'documentation_title', 'documentation_text', 'documentation_version'])
      .where('id', '=', person.parentId)
      .executeTakeFirstOrThrow()
    if (parent.documentation_version === 0 || parent.documentation_text === '') return []
    const accepted = await queries
      .selectFrom('consents')
      .leftJoin('users', 'users.id', 'consents.user_id')
      .select(['version', 'accepted_on', 'users.name'])
      .where('vendor_id', '=', person.organizationId)
      .orderBy('version', 'desc')
      .executeTakeFirst()
    return [
      {
        organizationId: person.parentId,
        organizationName: parent.name,
        title: parent.documentation_title,
        text: parent.documentation_text,
        version: parent.documentation_version,
        acceptedVersion: accepted?.version ?? null,
        acceptedOn: accepted?.accepted_on ?? null,
        acceptedBy: accepted?.name ?? null,
      },
    ]
  },

  accept: async ({ body: { organizationId, version } }, context) => {
    const { services, person } = context
    requireMay(context, 'consent.accept', {
      organizationId: person.organizationId,
      parentId: person.parentId,
    })
    await changeAccess(services, async (tx) => {
      const asked = await tx
        .selectFrom('organizations')
        .select('documentation_version')
        .where('id', '=', organizationId)
        .executeTakeFirst()
      if (asked === undefined || organizationId !== person.parentId) throw new Refusal('NOT_FOUND')
      // Only the version that the person has read can be accepted.
      if (asked.documentation_version !== version) throw new Refusal('CONFLICT')
      await tx
        .insertInto('consents')
        .values({
          vendor_id: person.organizationId,
          version,
          user_id: person.userId,
          accepted_on: services.clock(),
        })
        .onConflict((conflict) => conflict.columns(['vendor_id', 'version']).doNothing())
        .execute()
      return {
        organizationId: person.organizationId,
        changed: (await readMembersOf(tx, person.organizationId)).map(({ userId }) => userId),
        ended: [],
      }
    })
    return { done: true }
  },
}
