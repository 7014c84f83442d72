import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Permission } from '#schema/tables/permissions.ts'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { readPerson } from '../database/access/read-actor.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { requireCaller, requirePermission } from './caller.ts'

let town: Town
let [anna, boris] = [0, 0]
beforeEach(async () => {
  town = await openTown()
  anna = await town.person('anna', town.city, 'role-org-admin')
  boris = await town.person('boris', town.village)
})
afterEach(() => town.rows.close())
const session = (userId: number) =>
  createSession(town.rows.database, { userId, publicKey: null }, NOW)
/** A request with this header, as the server knows it before it knows the caller. */
const requestWith = (header: string | string[] | undefined) =>
  ({
    ...{ headers: header === undefined ? {} : { 'x-auth-token': header } },
    ...{ actorId: null, actorOrganizationId: null },
  }) as unknown as FastifyRequest
const call = (request: FastifyRequest, now = NOW) =>
  requireCaller({ database: town.rows.database, clock: () => now }, request)

it('the token of a session names its person and their organization, also for the access log', async () => {
  const [ofAnna, ofBoris] = [await session(anna), await session(boris)]
  const request = requestWith(ofAnna.token)
  const { caller, person } = await call(request)
  expect(caller).toEqual({ sessionId: ofAnna.sessionId, userId: anna })
  expect(person).toMatchObject({ userId: anna, name: 'anna Person', organizationId: town.city })
  expect([request.actorId, request.actorOrganizationId]).toEqual([anna, town.city])
  expect((await call(requestWith(ofBoris.token))).person.userId).toBe(boris)
})

it.each([
  ['no token', undefined, 'NO_CREDENTIALS'],
  ['an empty token', '', 'NO_CREDENTIALS'],
  ['several tokens', ['a', 'b'], 'NO_CREDENTIALS'],
  ['an unknown token', 'unknown', 'WRONG_TOKEN'],
] as const)('%s is no caller', async (_, header, code) => {
  await session(anna)
  const request = requestWith(header as string | string[] | undefined)
  expect(await outcomeOf(call(request))).toBe(code)
  expect([request.actorId, request.actorOrganizationId]).toEqual([null, null])
})

it('a token counts until its time is over', async () => {
  const { token } = await session(anna)
  expect(await outcomeOf(call(requestWith(token), NOW + 899_999))).toBe('done')
  expect(await outcomeOf(call(requestWith(token), NOW + 900_000))).toBe('USER_SESSION_EXPIRED')
})

it('a person without an organization has no token that counts', async () => {
  const { token } = await session(anna)
  const setActive = (id: number | null) =>
    town.rows.database.queries
      .updateTable('users')
      .set({ active_organization_id: id })
      .where('id', '=', anna)
      .execute()
  await setActive(null)
  expect(await outcomeOf(call(requestWith(token)))).not.toBe('done')
  await setActive(town.city)
  expect(await outcomeOf(call(requestWith(token)))).toBe('done')
})

it('a call that needs a permission is refused without it', async () => {
  const personOf = async (id: number) => {
    const person = await readPerson(town.rows.database.queries, id)
    if (person === null) throw new Error('unknown')
    return person
  }
  const may = async (id: number, permission: Permission) => {
    const person = await personOf(id)
    return await outcomeOf((async () => requirePermission(person, permission))())
  }
  expect(await may(anna, 'ORG_ADMIN')).toBe('done')
  expect(await may(anna, 'SYSTEM_ADMIN')).toBe('NOT_ALLOWED')
  expect(await may(boris, 'ORG_ADMIN')).toBe('NOT_ALLOWED')
  expect(await may(boris, 'PROJECT_ADMIN'), 'as an owner has').toBe('NOT_ALLOWED')
})
