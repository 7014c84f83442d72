import type { FastifyRequest } from 'fastify'
import { Refusal } from '#schema/refusal.ts'
import { effectivePermissions } from '#schema/rules/access/access.ts'
import type { Permission } from '#schema/tables/permissions.ts'
import { type Person, readPerson } from '../database/access/read-actor.ts'
import type { Database } from '../database/database.ts'
import { type LiveSession, requireSession } from '../database/sessions/require-session.ts'

export type Caller = LiveSession

/** The session and person of the token in the X-Auth-Token header. */
export const requireCaller = async (
  { database, clock }: { database: Database; clock: () => number },
  request: FastifyRequest,
): Promise<{ caller: Caller; person: Person }> => {
  const token = request.headers['x-auth-token']
  if (typeof token !== 'string' || token === '') throw new Refusal('NO_CREDENTIALS')
  const caller = await requireSession(database, token, clock())
  const person = await readPerson(database.queries, caller.userId)
  if (person === null) throw new Refusal('WRONG_TOKEN')
  request.actorId = caller.userId
  request.actorOrganizationId = person.organizationId
  return { caller, person }
}

export const requirePermission = (person: Person, permission: Permission): void => {
  if (!effectivePermissions(person.roles, false).includes(permission))
    throw new Refusal('NOT_ALLOWED')
}

declare module 'fastify' {
  interface FastifyRequest {
    actorId: number | null
    actorOrganizationId: number | null
  }
  interface FastifyContextConfig {
    call?: string
  }
}
