import type { unsubscribe } from '#schema/api/notification-service/unsubscribe.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Queries } from '../database/database.ts'
import type { Handlers } from '../route.ts'
import { type MailScope, scopeOfToken } from '../security/unsubscribe-token.ts'
import type { Services } from '../services.ts'

export const unsubscribeHandlers: Handlers<typeof unsubscribe> = {
  page: async ({ params: { token } }, { services, reply }) => {
    await reply.redirect(`${services.baseUrl}/unsubscribe#${encodeURIComponent(token)}`, 303)
  },

  end: async ({ params: { token } }, { services }) => {
    const scope = requireScope(services, token)
    await services.database.write((tx) => endMails(tx, scope))
    return answerOf(scope)
  },

  undo: async ({ params: { token } }, { services }) => {
    const scope = requireScope(services, token)
    await services.database.write((tx) => restoreMails(tx, scope))
    return answerOf(scope)
  },
}

const requireScope = ({ meta }: Services, token: string): MailScope => {
  const scope = scopeOfToken(meta.saltSecret, token)
  if (scope === null) throw new Refusal('NOT_FOUND')
  return scope
}
const answerOf = ({ groups, projectId }: MailScope) => ({
  groups: [...groups],
  isOneProject: projectId !== null,
})

/** Turns the mails off, and keeps what was chosen before. */
const endMails = async (tx: Queries, { userId, projectId, groups }: MailScope): Promise<void> => {
  const person = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', '!=', '')
    .executeTakeFirst()
  if (person === undefined) return
  for (const group of groups)
    await tx
      .insertInto('notice_choices')
      .values({
        user_id: userId,
        project_id: projectId ?? '',
        notice_group: group,
        mail: null,
        push: null,
        mail_before: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'project_id', 'notice_group']).doNothing(),
      )
      .execute()
  const rows = await choicesOf(tx, { userId, projectId, groups })
  for (const { mail, ...key } of rows) {
    const isEnding = key.project_id === (projectId ?? '') || mail !== null
    if (isEnding && mail !== 'never')
      await setMail(tx, { userId, ...key }, { mail: 'never', mail_before: mail ?? 'none' })
  }
}

const restoreMails = async (tx: Queries, scope: MailScope): Promise<void> => {
  const { userId } = scope
  for (const { mail: _ended, mail_before: before, ...key } of await choicesOf(tx, scope))
    if (before !== null)
      await setMail(
        tx,
        { userId, ...key },
        { mail: before === 'none' ? null : before, mail_before: null },
      )
}

/** The rows that the link is about: those of its project, or of all projects. */
const choicesOf = async (tx: Queries, { userId, projectId, groups }: MailScope) => {
  const query = tx
    .selectFrom('notice_choices')
    .select(['project_id', 'notice_group', 'mail', 'mail_before'])
    .where('user_id', '=', userId)
    .where('notice_group', 'in', groups)
  return await (projectId === null ? query : query.where('project_id', '=', projectId)).execute()
}

type Row = Awaited<ReturnType<typeof choicesOf>>[number]
const setMail = async (
  tx: Queries,
  {
    userId,
    project_id,
    notice_group,
  }: Pick<Row, 'project_id' | 'notice_group'> & {
    userId: number
  },
  change: Pick<Row, 'mail' | 'mail_before'>,
): Promise<void> => {
  await tx
    .updateTable('notice_choices')
    .set(change)
    .where('user_id', '=', userId)
    .where('project_id', '=', project_id)
    .where('notice_group', '=', notice_group)
    .execute()
}
