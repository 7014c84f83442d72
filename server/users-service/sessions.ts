import type { OwnSession, sessions } from '#schema/api/users-service/sessions.ts'
import { Refusal } from '#schema/refusal.ts'
import { organizationDenial } from '#schema/rules/access/access-organization.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import type { Person } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'
import { type EndedSessions, endSessionsOf } from '../database/sessions/end-sessions.ts'
import { IDLE_MS } from '../database/sessions/session-times.ts'
import { subjectOfPerson } from '../identity/subject-of-person.ts'
import type { Services } from '../services.ts'
import type { Handlers } from '../route.ts'

export const sessionHandlers: Handlers<typeof sessions> = {
  list: async (_input, { services, caller }) =>
    await openSessions(services.database.queries, caller.userId, {
      now: services.clock(),
      currentId: caller.sessionId,
    }),

  end: async ({ body }, { services, caller }) => {
    const ended = await endAll(services, { userId: caller.userId, only: body.id })
    if (ended.length === 0) throw new Refusal('NOT_FOUND')
  },

  endOthers: async (_input, { services, caller }) => {
    await endAll(services, { userId: caller.userId, except: caller.sessionId })
  },

  ofUser: async ({ params }, { services, person, caller }) => {
    await requireMayDisable(services.database.queries, person, params.id)
    return await openSessions(services.database.queries, params.id, {
      now: services.clock(),
      currentId: caller.sessionId,
    })
  },

  endOfUser: async ({ params }, { services, person }) => {
    await requireMayDisable(services.database.queries, person, params.id)
    await endAll(services, { userId: params.id })
  },
}

/** Ends sessions and closes their sockets. */
const endAll = async (
  { database, clock, hub }: Services,
  which: EndedSessions,
): Promise<string[]> => {
  const ended = await database.write((tx) => endSessionsOf(tx, which, clock()))
  for (const id of ended) hub.endSession(id)
  return ended
}

const openSessions = async (
  tx: Queries,
  userId: number,
  { now, currentId }: { now: number; currentId: string },
): Promise<OwnSession[]> => {
  const rows = await tx
    .selectFrom('sessions')
    .select(['id', 'created_on', 'idle_until', 'user_agent', 'address'])
    .where('user_id', '=', userId)
    .where('ended_on', 'is', null)
    .where('idle_until', '>', now)
    .where('absolute_until', '>', now)
    .orderBy('created_on', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === currentId,
    createdOn: row.created_on,
    seenOn: Math.min(now, row.idle_until - IDLE_MS),
    userAgent: row.user_agent,
    address: row.address,
  }))
}

const requireMayDisable = async (tx: Queries, person: Person, userId: number): Promise<void> => {
  refuse(
    organizationDenial(
      person,
      'user.disable',
      await subjectOfPerson(tx, person, { userId, action: 'user.disable' }),
    ),
  )
}
