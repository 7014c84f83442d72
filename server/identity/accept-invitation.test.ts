import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { cancelOpen, invite, type NewInvitation, readInvitation } from './invite.ts'
import { refuseWaiting, waitsForApproval } from './waiting-access.ts'

let rows: EmptyDatabase
let [city, alpha, anna, boris, inviter] = [0, 0, 0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  alpha = await rows.organization('Alpha', { parent_id: city })
  anna = await rows.person('anna')
  boris = await rows.person('boris')
  inviter = await rows.person('inviter', { active_organization_id: city })
  await rows.member(city, inviter)
  for (const id of ['p', 'q', 'r']) await rows.project(id, city)
})
afterEach(() => rows.close())

const asked = (email: string, more: Partial<NewInvitation> = {}) =>
  invite(rows.database.queries, {
    email,
    organizationId: city,
    roles: ['role-org-power-user'],
    invitedBy: { userId: inviter, name: 'Inviter' },
    language: 'en',
    baseUrl: 'https://t.example',
    now: NOW,
    ...more,
  })
const accept = async ({ token }: { token: string }, userId: number, now = NOW) => {
  const { queries } = rows.database
  const invitation = await readInvitation(queries, token, now)
  if (invitation === null) throw new Error('unknown')
  return await acceptInvitation(queries, invitation, { userId, now })
}
const stored = async () => {
  const { queries } = rows.database
  return {
    invitations: await queries
      .selectFrom('invitations')
      .select(['email', 'accepted_on', 'accepted_by', 'cancelled_on'])
      .orderBy('email')
      .execute(),
    members: await queries
      .selectFrom('organization_members')
      .select(['organization_id', 'user_id', 'roles', 'state', 'is_primary_contact'])
      .where('user_id', '<>', inviter)
      .execute(),
    users: await queries
      .selectFrom('users')
      .select(['id', 'active_organization_id as active', 'access_version as version'])
      .orderBy('id')
      .execute(),
    inProjects: await queries
      .selectFrom('project_members')
      .select(['project_id', 'user_id', 'roles'])
      .execute(),
    grants: await queries.selectFrom('restrictions').selectAll().orderBy('project_id').execute(),
    seen: (
      await queries
        .selectFrom('project_sync')
        .select(['project_id', 'visibility_version'])
        .orderBy('project_id')
        .execute()
    ).map((row) => row.visibility_version),
    logged: await queries
      .selectFrom('project_log')
      .select(['project_id', 'kind', 'actor_id'])
      .where('audience', '=', 'team')
      .where('kind', '<>', 'begun')
      .orderBy('project_id')
      .execute(),
  }
}

describe('[RG8] an accepted invitation', () => {
  it('gives membership, role and project to its person, and changes nothing of other people', async () => {
    const taken = await asked('anna@city.example', {
      project: { id: 'p', roles: ['role-project-req-author'] },
    })
    await asked('boris@city.example')
    const before = await stored()
    expect(await accept(taken, anna, NOW + 1)).toBe('READY')
    expect(await stored()).toEqual({
      invitations: [
        { email: 'anna@city.example', accepted_on: NOW + 1, accepted_by: anna, cancelled_on: null },
        before.invitations[1],
      ],
      members: [
        {
          organization_id: city,
          user_id: anna,
          roles: '["role-org-power-user"]',
          state: 'ACTIVE',
          is_primary_contact: 0,
        },
      ],
      users: before.users.map((user) =>
        user.id === anna ? { id: anna, active: city, version: 1 } : user,
      ),
      inProjects: [{ project_id: 'p', user_id: anna, roles: '["role-project-req-author"]' }],
      grants: [],
      seen: [2, 1, 1],
      logged: [{ project_id: 'p', kind: 'memberAdded', actor_id: anna }],
    })
  })

  it('grants a contact its packages, and makes the first contact of a vendor the primary one', async () => {
    const taken = await asked('anna@alpha.example', {
      organizationId: alpha,
      roles: ['role-vendor-contact'],
      restrictions: [
        { project: 'p', packageIds: ['k1', 'k2'] },
        { project: 'q', packageIds: null },
      ],
    })
    expect(await accept(taken, anna)).toBe('READY')
    const { members, grants, logged, inProjects } = await stored()
    expect(members).toMatchObject([
      { user_id: anna, is_primary_contact: 1, roles: '["role-vendor-primary-contact"]' },
    ])
    expect(grants).toEqual([
      { project_id: 'p', vendor_id: alpha, user_id: anna, package_ids: '["k1","k2"]' },
      { project_id: 'q', vendor_id: alpha, user_id: anna, package_ids: null },
    ])
    expect(logged).toEqual([
      { project_id: 'p', kind: 'restrictionsSet', actor_id: anna },
      { project_id: 'q', kind: 'restrictionsSet', actor_id: anna },
    ])
    expect(inProjects).toEqual([])
  })

  it('of a deleted project still lets the person into the organization', async () => {
    const taken = await asked('anna@city.example', {
      project: { id: 'gone', roles: ['role-project-req-author'] },
    })
    expect(await accept(taken, anna)).toBe('READY')
    const { members, inProjects, seen } = await stored()
    expect([members.length, inProjects, seen]).toEqual([1, [], [1, 1, 1]])
  })

  it('leaves a membership and a grant that exist as they are', async () => {
    await rows.member(alpha, anna, { roles: '["role-vendor-contact"]' })
    await rows.member(alpha, boris, {
      roles: '["role-vendor-primary-contact"]',
      is_primary_contact: 1,
    })
    await rows.database.queries
      .insertInto('restrictions')
      .values({ project_id: 'p', vendor_id: alpha, user_id: anna, package_ids: '["k1"]' })
      .execute()
    const taken = await asked('anna@alpha.example', {
      organizationId: alpha,
      roles: ['role-vendor-contact'],
      restrictions: [{ project: 'p', packageIds: null }],
    })
    expect(await accept(taken, anna)).toBe('READY')
    const { members, grants } = await stored()
    expect(members.map(({ is_primary_contact: flag }) => flag)).toEqual([0, 1])
    expect(grants.map(({ package_ids: packages }) => packages)).toEqual(['["k1"]'])
  })

  it('is accepted once, before it expires and unless it is cancelled', async () => {
    const [once, late, cancelled] = [
      await asked('a@x.example'),
      await asked('b@x.example'),
      await asked('c@x.example'),
    ]
    expect(await accept(once, anna)).toBe('READY')
    expect(await accept(once, boris)).toBeNull()
    const week = 7 * 86_400_000
    expect(await accept(late, boris, NOW + week)).toBeNull()
    const place = { email: 'c@x.example', organizationId: city, projectId: null }
    expect(await cancelOpen(rows.database.queries, place, NOW)).toBe(1)
    expect(await accept(cancelled, boris)).toBeNull()
    expect((await stored()).members.map((member) => member.user_id)).toEqual([anna])
    expect(await accept(late, boris, NOW + week - 1)).toBe('READY')
  })

  it('that would put its person on both sides of a project is refused', async () => {
    await rows.invited('p', alpha)
    await rows.member(alpha, anna)
    const taken = await asked('anna@x.example', {
      project: { id: 'p', roles: ['role-project-req-author'] },
    })
    await expect(accept(taken, anna)).rejects.toMatchObject({ code: 'BOTH_SIDES_SELF' })
  })
})

describe('[CA1] approval of contacts', () => {
  it.each([
    ['of a requestor that requires it, invited by a colleague of the vendor', 1, 'vendor', true],
    ['invited by the requestor', 1, 'city', false],
    ['of a requestor that does not require it', 0, 'vendor', false],
    ['invited by the operator', 1, 'operator', false],
  ] as const)('a contact %s', async (_, required, by, waits) => {
    await rows.database.queries
      .updateTable('organizations')
      .set({ contact_approval: required })
      .where('id', '=', city)
      .execute()
    const other = await rows.organization('Village', { contact_approval: 1 - required })
    const colleague = await rows.person('colleague')
    await rows.member(alpha, colleague)
    await rows.member(other, colleague)
    const invitedBy = { vendor: colleague, city: inviter, operator: null }[by]
    const isWaiting = (parentId: number | null) =>
      waitsForApproval(rows.database.queries, { parentId, invitedBy })
    expect([await isWaiting(city), await isWaiting(null)]).toEqual([waits, false])
    const third = await rows.organization('Third', { contact_approval: 1 - required })
    expect(await isWaiting(third)).toBe(required === 0 && invitedBy !== null)
  })

  it.each([
    ['without a membership', [], null],
    ['with an active one beside', ['PENDING', 'ACTIVE'], null],
    ['with a blocked one alone', ['BLOCKED'], null],
    ['with waiting ones', ['BLOCKED', 'PENDING', 'PENDING'], 'Vendor 2'],
  ] as const)('a sign-in %s: %o names %s', async (_, states, named) => {
    for (const [index, state] of states.entries()) {
      const vendor = await rows.organization(`Vendor ${index}`, { parent_id: city })
      await rows.member(vendor, anna, { state, created_on: NOW - index })
    }
    // Memberships of other people count for nothing.
    await rows.member(alpha, boris, { state: 'ACTIVE' })
    const zeta = await rows.organization('Zeta', { parent_id: city })
    await rows.member(zeta, boris, { state: 'PENDING', created_on: 0 })
    const refused = refuseWaiting(rows.database.queries, anna).catch((error: unknown) => error)
    expect(await refused).toEqual(
      named === null
        ? undefined
        : expect.objectContaining({
            code: 'CONTACT_WAITING',
            detail: { vendor: named, organization: 'City' },
          }),
    )
  })

  it('leaves the organization of a waiting contact closed', async () => {
    await rows.database.queries.updateTable('organizations').set({ contact_approval: 1 }).execute()
    await rows.member(alpha, boris)
    const taken = await asked('anna@alpha.example', {
      organizationId: alpha,
      roles: ['role-vendor-contact'],
      invitedBy: { userId: boris, name: 'Boris' },
    })
    expect(await accept(taken, anna)).toBe('WAITING')
    const { members, users } = await stored()
    expect(members.find((member) => member.user_id === anna)?.state).toBe('PENDING')
    expect(users.find(({ id }) => id === anna)?.active).toBeNull()
  })
})
