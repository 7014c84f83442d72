import type { NoticeSettings } from '#schema/api/notification-service/notice-settings.ts'
import type { noticeSettings } from '#schema/api/notification-service/notice-settings.ts'
import { Refusal } from '#schema/refusal.ts'
import { groupRow } from '#schema/tables/notice-groups.ts'
import type { Database, Queries } from '../database/database.ts'
import { DEFAULT_DIGEST_HOUR, timesOf, toChoice, toTimes } from '../database/events/read-ways.ts'
import { openProject } from '../projects-service/open-project.ts'
import type { Handlers } from '../route.ts'
import { isZone, requireZone } from '../users-service/organization-fields.ts'

export const noticeSettingsHandlers: Handlers<typeof noticeSettings> = {
  own: async (_input, { services, person }) =>
    await readSettings(services.database.queries, person.userId),

  setTimes: async ({ body: { zone, digestHour, quiet } }, { services, person }) => {
    requireZone(zone)
    const times = {
      zone,
      digest_hour: digestHour,
      quiet_from: quiet?.from ?? null,
      quiet_to: quiet?.to ?? null,
    }
    return await services.database.write(async (tx) => {
      await tx
        .insertInto('notice_settings')
        .values({ user_id: person.userId, ...times })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(times))
        .execute()
      return await readSettings(tx, person.userId)
    })
  },

  choose: async ({ body: { projectId, group, mail, push } }, context) => {
    const { services, person } = context
    if (groupRow(group).isFixed === true)
      throw new Refusal('INPUT_INVALID', {
        field: 'group',
        detail: { field: 'group', problem: 'cannot be chosen' },
      })
    if (projectId !== null) await openProject(context, projectId)
    const chosen = {
      mail,
      push: push === null ? null : Number(push),
      mail_before: null,
    }
    return await services.database.write(async (tx) => {
      await tx
        .insertInto('notice_choices')
        .values({
          user_id: person.userId,
          project_id: projectId ?? '',
          notice_group: group,
          ...chosen,
        })
        .onConflict((conflict) =>
          conflict.columns(['user_id', 'project_id', 'notice_group']).doUpdateSet(chosen),
        )
        .execute()
      return await readSettings(tx, person.userId)
    })
  },
}

const readSettings = async (tx: Queries, userId: number): Promise<NoticeSettings> => {
  const times = await timesOf(tx).where('users.id', '=', userId).executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('notice_choices')
    .select(['project_id', 'notice_group', 'mail', 'push'])
    .where('user_id', '=', userId)
    .orderBy('project_id')
    .orderBy('notice_group')
    .execute()
  const muted = await tx
    .selectFrom('muted_projects')
    .select('project_id')
    .where('user_id', '=', userId)
    .execute()
  return {
    ...toTimes(times),
    choices: rows.map(toChoice).filter(({ mail, push }) => mail !== null || push !== null),
    muted: muted.map((row) => row.project_id),
  }
}

/** Keeps the zone of the person's browser, unless the person has a zone already. */
export const keepFirstZone = async (
  database: Database,
  userId: number,
  zone: string,
): Promise<void> => {
  const known = await database.queries
    .selectFrom('notice_settings')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (known !== undefined || !isZone(zone)) return
  await database.write((tx) =>
    tx
      .insertInto('notice_settings')
      .values({
        user_id: userId,
        zone,
        digest_hour: DEFAULT_DIGEST_HOUR,
        quiet_from: null,
        quiet_to: null,
      })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .execute(),
  )
}
