import type { undelivered } from '#schema/api/notification-service/undelivered.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Queries } from '../database/database.ts'
import { waitAgain } from '../jobs/send-mails.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { isVendor, requirePlace } from '../users-service/places.ts'

const MOST_LISTED = 100

/** A vendor gets the same answer as an unknown id. */
const requireOrganization = async (context: SignedInContext, id: number): Promise<void> => {
  if (isVendor(await requirePlace(context, id, 'organization.edit'))) throw new Refusal('NOT_FOUND')
}

export const undeliveredHandlers: Handlers<typeof undelivered> = {
  list: async ({ params }, context) => {
    await requireOrganization(context, params.id)
    return await givenUp(context.services.database.queries, params.id)
      .orderBy('mails.failed_on', 'desc')
      .limit(MOST_LISTED)
      .execute()
  },

  retry: async ({ params }, context) => {
    await requireOrganization(context, params.id)
    const { database, clock, wakeMails } = context.services
    const mail = await givenUp(database.queries, params.id)
      .select('mails.notices')
      .where('mails.id', '=', params.mailId)
      .executeTakeFirst()
    if (mail === undefined) throw new Refusal('NOT_FOUND')
    await waitAgain(database, mail, { dueOn: clock(), tries: 0 })
    wakeMails()
    return { done: true }
  },
}

/** The emails of notifications to members of the organization and of its vendors. */
const givenUp = (tx: Queries, organizationId: number) =>
  tx
    .selectFrom('mails')
    .innerJoin('users', 'users.id', 'mails.user_id')
    .select((eb) => [
      'mails.id',
      'users.id as userId',
      'users.name',
      'mails.to_address as address',
      eb.fn.coalesce('mails.failed_on', eb.lit(0)).as('failedOn'),
      eb.fn.coalesce('mails.reason', eb.val('')).as('reason'),
    ])
    .where('mails.failed_on', 'is not', null)
    .where('mails.notices', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('organization_members')
          .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
          .select('organizations.id')
          .whereRef('organization_members.user_id', '=', 'mails.user_id')
          .where((or) =>
            or.or([
              or('organizations.id', '=', organizationId),
              or('organizations.parent_id', '=', organizationId),
            ]),
          ),
      ),
    )
