import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OrganizationAction } from '#schema/rules/access/organization-actions.ts'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { readPerson } from '../database/access/read-actor.ts'
import { subjectOfPerson } from './subject-of-person.ts'

let town: Town
let [admin, anna, boris] = [0, 0, 0]
beforeEach(async () => {
  town = await openTown()
  admin = await town.person('admin', town.city, 'role-org-admin')
  anna = await town.person('anna', town.village)
  boris = await town.person('boris', town.city)
})
afterEach(() => town.rows.close())

const subject = async (by: number, userId: number, action: OrganizationAction = 'user.view') => {
  const { queries } = town.rows.database
  const person = await readPerson(queries, by)
  if (person === null) throw new Error('unknown')
  return await subjectOfPerson(queries, person, { userId, action })
}

it('the membership that allows the action counts, whichever was stored first', async () => {
  await town.rows.member(town.alpha, anna)
  expect(await subject(admin, anna)).toEqual({
    organizationId: town.alpha,
    parentId: town.city,
    userId: anna,
  })
  expect(await subject(admin, boris)).toEqual({
    organizationId: town.city,
    parentId: null,
    userId: boris,
  })
})

it('without one that allows it, a membership counts that the caller may see', async () => {
  await town.rows.member(town.city, anna)
  expect((await subject(boris, anna, 'member.manage')).organizationId).toBe(town.city)
})

it('without one that the caller may see, the first counts', async () => {
  const vera = await town.person('vera', town.alpha)
  expect(await subject(anna, vera)).toEqual({
    organizationId: town.alpha,
    parentId: town.city,
    userId: vera,
  })
})

it('a person without an organization is a stranger, and an unknown one is not found', async () => {
  const alone = await town.rows.person('alone')
  expect(await subject(admin, alone)).toEqual({
    organizationId: 0,
    parentId: null,
    userId: alone,
  })
  expect(await outcomeOf(subject(admin, 999))).toBe('NOT_FOUND')
})

it('a membership that allows the action counts before one that only can be seen', async () => {
  const hamlet = await town.rows.organization('Hamlet')
  await town.rows.database.queries
    .updateTable('organizations')
    .set({ parent_id: hamlet })
    .where('id', '=', town.alpha)
    .execute()
  const manager = await town.person('manager', hamlet, 'role-org-admin')
  const vera = await town.person('vera', town.alpha)
  expect((await subject(manager, vera, 'member.manage')).organizationId).toBe(town.alpha)
  await town.rows.member(hamlet, vera)
  expect((await subject(manager, vera, 'member.manage')).organizationId).toBe(hamlet)
})
