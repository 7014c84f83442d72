import type { NoticeChoices } from '#schema/rules/project/notice-ways.ts'
import type { NoticeTimes } from '#schema/rules/project/notice-times.ts'
import { inPieces, type Queries } from '../database.ts'

export const DEFAULT_DIGEST_HOUR = 8

/** What decides the ways of a person's notifications in one project. */
export interface OwnWays extends NoticeChoices {
  times: NoticeTimes
}

/** The choices of people about a project, and their times; every person has an entry. */
export const readWays = async (
  tx: Queries,
  userIds: readonly number[],
  projectId: string,
): Promise<Map<number, OwnWays>> => {
  const ways = new Map<number, OwnWays>()
  for (const piece of inPieces(userIds)) {
    const people = await timesOf(tx).where('users.id', 'in', piece).execute()
    for (const row of people)
      ways.set(row.userId, { isMuted: false, rows: [], times: toTimes(row) })
    const choices = await tx
      .selectFrom('notice_choices')
      .select(['user_id', 'project_id', 'notice_group', 'mail', 'push'])
      .where('user_id', 'in', piece)
      .where('project_id', 'in', ['', projectId])
      .execute()
    const muted = await tx
      .selectFrom('muted_projects')
      .select('user_id')
      .where('user_id', 'in', piece)
      .where('project_id', '=', projectId)
      .execute()
    for (const { user_id: userId } of muted) change(ways, userId, { isMuted: true })
    for (const row of choices)
      change(ways, row.user_id, {
        rows: [...(ways.get(row.user_id)?.rows ?? []), toChoice(row)],
      })
  }
  return ways
}

const change = (ways: Map<number, OwnWays>, userId: number, changes: Partial<OwnWays>): void => {
  const own = ways.get(userId)
  if (own !== undefined) ways.set(userId, { ...own, ...changes })
}

interface ChoiceRow {
  project_id: string
  notice_group: NoticeChoices['rows'][number]['group']
  mail: NoticeChoices['rows'][number]['mail']
  push: number | null
}
export const toChoice = ({
  project_id: projectId,
  notice_group: group,
  mail,
  push,
}: ChoiceRow): NoticeChoices['rows'][number] => ({
  projectId: projectId === '' ? null : projectId,
  group,
  mail,
  push: push === null ? null : push === 1,
})

/** The times of people; until a person has any, those of their active organization's zone. */
export const timesOf = (tx: Queries) =>
  tx
    .selectFrom('users')
    .leftJoin('notice_settings', 'notice_settings.user_id', 'users.id')
    .leftJoin('organizations', 'organizations.id', 'users.active_organization_id')
    .select([
      'users.id as userId',
      'notice_settings.zone as zone',
      'notice_settings.digest_hour as digestHour',
      'notice_settings.quiet_from as quietFrom',
      'notice_settings.quiet_to as quietTo',
      'organizations.zone as organizationZone',
    ])

interface TimesRow {
  zone: string | null
  digestHour: number | null
  quietFrom: number | null
  quietTo: number | null
  organizationZone: string | null
}
export const toTimes = (row: TimesRow): NoticeTimes => ({
  zone: row.zone ?? row.organizationZone ?? 'UTC',
  digestHour: row.digestHour ?? DEFAULT_DIGEST_HOUR,
  quiet:
    row.quietFrom === null || row.quietTo === null
      ? null
      : { from: row.quietFrom, to: row.quietTo },
})
