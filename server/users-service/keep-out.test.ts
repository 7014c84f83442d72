import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { signedIn } from '../../tests/support/signed-in.ts'
import type { MemberRow } from '../database/access/members.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { blockPerson, prolongPerson, unblockPerson } from './keep-out.ts'

let rows: EmptyDatabase
let [city, village] = [0, 0]
let [admin, root, anna, boris] = [0, 0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  village = await rows.organization('Village')
  const person = async (name: string, role?: RoleId) => {
    const id = await rows.person(name, { active_organization_id: city })
    await rows.member(city, id, { roles: JSON.stringify(role === undefined ? [] : [role]) })
    return id
  }
  admin = await person('admin', 'role-org-admin')
  root = await person('root', 'role-sys-admin')
  anna = await person('anna')
  boris = await person('boris')
  for (const id of [anna, boris]) await rows.member(village, id)
})
afterEach(() => rows.close())

/** Everything about access that a call may change: rows that differ from the untouched ones. */
const standing = async (): Promise<string[]> => {
  const { queries } = rows.database
  const members = await queries
    .selectFrom('organization_members')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['username', 'organization_id', 'organization_members.state', 'expires_on'])
    .execute()
  const users = await queries.selectFrom('users').select(['username', 'blocked']).execute()
  const sessions = await queries
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['username', 'ended_on'])
    .execute()
  return [
    ...members.flatMap(({ username, organization_id: id, state, expires_on: until }) => [
      ...(state === 'ACTIVE' ? [] : [`${username} ${id === city ? 'city' : 'village'} ${state}`]),
      ...(until === null ? [] : [`${username} until ${until - NOW}`]),
    ]),
    ...users.filter(({ blocked }) => blocked === 1).map(({ username }) => `${username} blocked`),
    ...sessions
      .filter((one) => one.ended_on !== null)
      .map(({ username, ended_on: on }) => `${username} out ${Number(on) - NOW}`),
  ].toSorted()
}
const setMember = (userId: number, row: Partial<Pick<MemberRow, 'state'>>) =>
  rows.database.queries
    .updateTable('organization_members')
    .set(row)
    .where('organization_id', '=', city)
    .where('user_id', '=', userId)
    .execute()
const signInBoth = async (): Promise<void> => {
  for (const userId of [anna, boris])
    await createSession(rows.database, { userId, publicKey: null }, NOW - 1)
}

describe('an administrator of an organization', () => {
  it('[OR1] [OR3] blocks one membership, ends its sessions and tells the devices', async () => {
    await signInBoth()
    const context = await signedIn(rows.database, admin)
    await blockPerson(context, anna)
    expect(await standing()).toEqual(['anna city BLOCKED', 'anna out 0'])
    expect(context.told).toMatchObject({ forgotten: [anna], reset: [] })
  })

  it('[OR2] unblocks one membership and forgets the failed attempts of that person', async () => {
    for (const id of [anna, boris]) await setMember(id, { state: 'BLOCKED' })
    await signInBoth()
    const context = await signedIn(rows.database, admin)
    await unblockPerson(context, anna)
    expect(await standing()).toEqual(['boris city BLOCKED'])
    expect(context.told).toMatchObject({ forgotten: [anna], reset: [anna] })
  })

  it.each<[MemberRow['state'], string, MemberRow['state'], MemberRow['state']]>([
    ['PENDING', 'NOT_ALLOWED', 'PENDING', 'PENDING'],
    ['ACTIVE', 'taken', 'ACTIVE', 'ACTIVE'],
    ['BLOCKED', 'taken', 'ACTIVE', 'BLOCKED'],
    ['EXPIRED', 'taken', 'EXPIRED', 'ACTIVE'],
  ])(
    '[OR2] a %s membership: blocking is %s, unblocking leaves it %s, prolonging %s',
    async (state, outcome, unblocked, prolonged) => {
      const stateOf = async () =>
        (
          await rows.database.queries
            .selectFrom('organization_members')
            .select('state')
            .where('organization_id', '=', city)
            .where('user_id', '=', anna)
            .executeTakeFirstOrThrow()
        ).state
      const context = await signedIn(rows.database, admin)
      const begin = () => setMember(anna, { state })
      await begin()
      const blocking = await blockPerson(context, anna).then(
        () => 'taken',
        ({ code }: { code: string }) => code,
      )
      expect(blocking).toBe(outcome)
      expect(await stateOf()).toBe(outcome === 'taken' ? 'BLOCKED' : state)
      await begin()
      await unblockPerson(context, anna)
      expect(await stateOf()).toBe(unblocked)
      await begin()
      await prolongPerson(context, anna, null)
      expect(await stateOf()).toBe(prolonged)
    },
  )

  it('[OR1] sets a later end for one membership; an end that has passed is refused', async () => {
    const context = await signedIn(rows.database, admin)
    for (const ms of [-1, 0])
      await expect(prolongPerson(context, anna, NOW + ms)).rejects.toMatchObject({
        code: 'validation.past',
        field: 'expiresOn',
      })
    expect(await standing()).toEqual([])
    await prolongPerson(context, anna, NOW + 1)
    expect(await standing()).toEqual(['anna until 1'])
    expect(context.told.forgotten).toEqual([anna])
  })
})

describe('an administrator of the system', () => {
  it('[OR5] prolongs the last administrator without an end, and refuses one with an end', async () => {
    const context = await signedIn(rows.database, root)
    await expect(prolongPerson(context, admin, NOW + 1)).rejects.toMatchObject({
      code: 'LAST_ADMINISTRATOR',
    })
    await prolongPerson(context, admin, null)
    expect(await standing()).toEqual([])
    expect(context.told.forgotten).toEqual([admin])
  })

  it('[OR10] blocks an account everywhere, once, and forgets no failed attempts', async () => {
    await signInBoth()
    await rows.database.queries
      .updateTable('sessions')
      .set({ ended_on: NOW - 7 })
      .where('user_id', '=', anna)
      .execute()
    await createSession(rows.database, { userId: anna, publicKey: null }, NOW - 1)
    const context = await signedIn(rows.database, root)
    await blockPerson(context, anna)
    expect(await standing()).toEqual(['anna blocked', 'anna out -7', 'anna out 0'])
    expect(context.told).toMatchObject({ forgotten: [anna], reset: [] })
  })

  it('[OR10] unblocks an account, forgets its failed attempts and ends no session', async () => {
    await signInBoth()
    await rows.database.queries
      .updateTable('users')
      .set({ blocked: 1 })
      .where('id', 'in', [anna, boris])
      .execute()
    const context = await signedIn(rows.database, root)
    await unblockPerson(context, anna)
    expect(await standing()).toEqual(['boris blocked'])
    expect(context.told).toMatchObject({ forgotten: [anna], reset: [anna] })
  })

  it('[OR5] blocks neither itself, nor an unknown person, nor the last administrator', async () => {
    const context = await signedIn(rows.database, root)
    await expect(blockPerson(context, root)).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    await expect(blockPerson(context, 999)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(blockPerson(context, admin)).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' })
    await setMember(admin, { state: 'BLOCKED' })
    await unblockPerson(context, admin)
    expect(await standing()).toEqual(['admin city BLOCKED'])
  })
})
