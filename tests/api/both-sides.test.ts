import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { API } from '#schema/api/index.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { newest, newestIfThere } from './newest.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { listenLive } from '../support/live-client.ts'
import { linkTokens } from './identity-calls.ts'
import { expectRefused, type NewPerson, newPerson } from './people.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PASSWORD, PROJECT as id, type Username, type World } from './world.ts'

type Company = keyof World['companies']

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
beforeEach(async () => {
  await world.setProject({ state: 'PUBLISHED', publishedOn: 0 })
})

const params = { id }
const as = (username: Username) => world.as(username)
const emailOf = ({ username }: NewPerson) => `${username}@x.example`
const author = ['role-project-req-author']
const add = (body: { userId: number } | { email: string }) => async (client: ApiClient) =>
  await client.call(API.projectMembers.add, { params, body: { ...body, roleIds: author } })

/** Writes a membership directly into the database, as an older version may have left it. */
const join = async (userId: number, company: Company, roles: RoleId[] = []): Promise<void> => {
  await world.database.write(async (tx) => {
    const row = {
      organization_id: world.companies[company],
      user_id: userId,
      roles: JSON.stringify(roles),
      is_primary_contact: 0,
      created_on: 0,
    }
    await tx.insertInto('organization_members').values(row).execute()
  })
}
const leave = async (userId: number, company: Company): Promise<void> => {
  await world.database.write(async (tx) => {
    await tx
      .deleteFrom('organization_members')
      .where('user_id', '=', userId)
      .where('organization_id', '=', world.companies[company])
      .execute()
    await tx.deleteFrom('project_members').where('user_id', '=', userId).execute()
  })
}
const joinProject = async (userId: number): Promise<void> => {
  await world.database.write(async (tx) => {
    await tx
      .insertInto('project_members')
      .values({ project_id: id, user_id: userId, roles: JSON.stringify(author), created_on: 0 })
      .execute()
  })
}
/** Sets the owner in the project's row and in its own column. */
const setOwner = async (userId: number): Promise<void> => {
  await world.setProject({ ownerId: userId })
  await world.database.write(
    async (tx) =>
      void (await tx
        .updateTable('projects')
        .set({ owner_id: userId })
        .where('id', '=', id)
        .execute()),
  )
}
const contact = (company: Company = 'alpha') => newPerson(world, company, ['role-vendor-contact'])
/** A contact of an invited vendor who also works for the requestor, on other projects. */
const contactOfBoth = async (): Promise<NewPerson> => {
  const person = await contact()
  await join(person.id, 'city')
  return person
}
const teamMember = async (): Promise<NewPerson> => {
  const person = await newPerson(world, 'city', [])
  await joinProject(person.id)
  return person
}
const switchTo = async (person: NewPerson, company: Company): Promise<ApiClient> => {
  await (
    await person.signIn()
  ).call(API.members.setActiveOrganization, { params: { id: String(world.companies[company]) } })
  return await person.signIn()
}
const TIES = ['member', 'owner', 'administrator'] as const
const ties = {
  member: async ({ id: userId }: NewPerson) => joinProject(userId),
  owner: async ({ id: userId }: NewPerson) => setOwner(userId),
  administrator: async ({ id: userId }: NewPerson) =>
    world.database.write(
      async (tx) =>
        void (await tx
          .updateTable('organization_members')
          .set({ roles: '["role-org-admin"]' })
          .where('user_id', '=', userId)
          .where('organization_id', '=', world.companies.city)
          .execute()),
    ),
}

/** The people on either side, to check that a refused call changed nothing. */
const sides = async () => ({
  members: await world.database.queries
    .selectFrom('project_members')
    .select(['project_id', 'user_id'])
    .orderBy('user_id')
    .execute(),
  contacts: await world.database.queries
    .selectFrom('organization_members')
    .select(['organization_id', 'user_id', 'roles'])
    .orderBy('user_id')
    .orderBy('organization_id')
    .execute(),
  vendors: await world.database.queries
    .selectFrom('project_vendors')
    .select(['project_id', 'vendor_id'])
    .orderBy('vendor_id')
    .execute(),
  owners: await world.database.queries
    .selectFrom('projects')
    .select(['id', 'owner_id'])
    .orderBy('id')
    .execute(),
  invited: await world.database.queries
    .selectFrom('invitations')
    .select('id')
    .where('accepted_on', 'is', null)
    .orderBy('id')
    .execute(),
})
const expectUnchanged = async (calling: () => Promise<unknown>, code: string): Promise<void> => {
  const before = await sides()
  await expectRefused(calling(), code)
  expect(await sides()).toEqual(before)
}
const NAMED = /person-\d+ Person is a contact of Alpha/

describe('a contact of an invited vendor does not get into the team', () => {
  test('[BS30] by the number or the address of a colleague', async () => {
    const person = await contactOfBoth()
    const owner = await as('owner')
    await expectUnchanged(() => add({ userId: person.id })(owner), 'BOTH_SIDES')
    const refused = await owner.raw('POST', `/projects-service/projects/${id}/add-member`, {
      email: emailOf(person),
      roleIds: author,
    })
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      409,
      expect.objectContaining({
        messageCodes: ['BOTH_SIDES'],
        message: expect.stringMatching(NAMED),
      }),
    ])
  })

  test('[BS30] by an invitation to an address that belongs to a contact or was invited as one', async () => {
    const owner = await as('admin')
    const person = await contact()
    await expectUnchanged(() => add({ email: emailOf(person) })(owner), 'BOTH_SIDES')
    await owner.call(API.invitations.invite, {
      body: {
        email: 'coming@alpha.example',
        organizationId: world.companies.alpha,
        roles: ['role-vendor-contact'],
      },
    })
    await expectUnchanged(() => add({ email: 'coming@alpha.example' })(owner), 'BOTH_SIDES')
  })

  test('[BS30] by becoming the owner', async () => {
    const person = await contactOfBoth()
    await expectUnchanged(
      async () =>
        (await as('owner')).call(API.projectMembers.changeOwner, {
          params,
          body: { id: person.id, updatedOn: await newest(world, 'project', params.id) },
        }),
      'BOTH_SIDES',
    )
  })

  test('[BS30] by a role that opens every project of the organization', async () => {
    const person = await contactOfBoth()
    const body = { userId: person.id, roleIds: ['role-org-admin'] }
    await expectUnchanged(
      async () =>
        (await as('admin')).call(API.members.setRoles, {
          params: { id: String(world.companies.city) },
          body,
        }),
      'BOTH_SIDES',
    )
  })

  test('[BS30] by accepting an earlier invitation', async () => {
    const admin = await as('admin')
    const person = await newPerson(world, 'village', [])
    await admin.call(API.projectMembers.add, {
      params,
      body: { email: emailOf(person), roleIds: author },
    })
    const [token = ''] = await linkTokens(world, emailOf(person))
    await join(person.id, 'alpha', ['role-vendor-contact'])
    const client = await person.signIn()
    await expectUnchanged(
      () => client.call(API.invitations.accept, { body: { token } }),
      'BOTH_SIDES_SELF',
    )
    // The refusal names neither project nor vendor: before publication no vendor may know of it.
    const { text } = await client.raw('POST', '/users-service/users/accept-invitation', { token })
    expect(text).not.toMatch(/Alpha|City|Project/)
  })

  test('[BS30] by accepting an invitation to administer the organization', async () => {
    const person = await contact()
    await (
      await as('admin')
    ).call(API.invitations.invite, {
      body: {
        email: emailOf(person),
        organizationId: world.companies.city,
        roles: ['role-org-admin'],
      },
    })
    const [token = ''] = await linkTokens(world, emailOf(person))
    await expectUnchanged(
      async () => (await person.signIn()).call(API.invitations.accept, { body: { token } }),
      'BOTH_SIDES_SELF',
    )
  })

  test('[BS30] by approval after a registration', async () => {
    const system = await (await newPerson(world, 'village', ['role-sys-admin'])).signIn()
    const person = await contact()
    await world.database.write(
      async (tx) =>
        void (await tx
          .updateTable('users')
          .set({ approval: 'WAITING' })
          .where('id', '=', person.id)
          .execute()),
    )
    const body = { organizationId: world.companies.city, roles: ['role-org-admin' as const] }
    await expectUnchanged(
      () => system.call(API.invitations.approve, { params: { id: String(person.id) }, body }),
      'BOTH_SIDES',
    )
  })

  test('[BS30] but a contact of a vendor outside the project does, and a contact may belong to the organization', async () => {
    const person = await contact('gamma')
    await join(person.id, 'city')
    expect(await add({ userId: person.id })(await as('owner'))).toEqual({ isInvited: false })
    const colleague = await contact()
    await (
      await as('admin')
    ).call(API.invitations.invite, {
      body: {
        email: emailOf(colleague),
        organizationId: world.companies.city,
        roles: [],
      },
    })
    const [token = ''] = await linkTokens(world, emailOf(colleague))
    await (await colleague.signIn()).call(API.invitations.accept, { body: { token } })
  })
})

describe('a member of the team does not become a contact of the vendor', () => {
  const invite = async (by: ApiClient, person: NewPerson) => {
    await by.call(API.invitations.invite, {
      body: {
        email: emailOf(person),
        organizationId: world.companies.alpha,
        roles: ['role-vendor-contact'],
      },
    })
    return (await linkTokens(world, emailOf(person)))[0] ?? ''
  }
  const states = {
    'move-to-preparation': 'DRAFT',
    'add-vendor': 'PREPARATION',
  } as const satisfies Record<string, ProjectState>

  const paths = ['move-to-preparation', 'add-vendor'] as const
  test.each(paths.flatMap((path) => TIES.map((tie) => ({ path, tie }))))(
    '[BS31] when the vendor is invited by $path: $tie',
    async ({ path, tie }) => {
      await world.setProject({ state: states[path], publishedOn: null })
      const person = await contact('gamma')
      await join(person.id, 'city')
      await ties[tie](person)
      const call =
        path === 'add-vendor'
          ? API.stateTransitions.addVendor
          : API.stateTransitions.moveToPreparation
      try {
        const client =
          tie !== 'owner'
            ? await as('owner')
            : path === 'add-vendor'
              ? await as('admin')
              : await switchTo(person, 'city')
        await expectUnchanged(
          () => client.call(call, { params, body: { vendorIds: [world.companies.gamma] } }),
          'BOTH_SIDES',
        )
      } finally {
        await setOwner(world.users.owner)
        await leave(person.id, 'city')
      }
    },
  )

  test('[BS31] when a contact is invited: the requestor learns of it, the vendor does not', async () => {
    const person = await teamMember()
    await expectUnchanged(async () => invite(await as('admin'), person), 'BOTH_SIDES')
    const token = await invite(await as('alpha-primary'), person)
    await expectUnchanged(
      async () => (await person.signIn()).call(API.invitations.accept, { body: { token } }),
      'BOTH_SIDES_SELF',
    )
  })

  test('[BS31] when an administrator of the requestor accepts', async () => {
    const person = await newPerson(world, 'city', ['role-org-admin'])
    const token = await invite(await as('alpha-primary'), person)
    await expectUnchanged(
      async () => (await person.signIn()).call(API.invitations.accept, { body: { token } }),
      'BOTH_SIDES_SELF',
    )
  })

  test('[BS31] unless the person has left the team', async () => {
    const person = await teamMember()
    await (
      await as('owner')
    ).call(API.projectMembers.remove, { params, body: { userIds: [person.id] } })
    const token = await invite(await as('alpha-primary'), person)
    const client = await person.signIn()
    await client.call(API.invitations.accept, { body: { token } })
    expect((await signInApi(world.url, person.username, PASSWORD)).session.vendorId).toBe(
      world.companies.alpha,
    )
  })
})

describe('a person whom a database has on both sides', () => {
  const reads = async (client: ApiClient) => {
    const device = new SyncDevice(client)
    await device.pull(id)
    const edit = device.edit('commitments.update', {
      projectId: id,
      requirementId: 'r1',
      vendorId: world.companies.alpha,
      values: { note: 'both' },
    })
    await device.push(edit)
    await device.pull(id)
    const calls = await Promise.all(
      ['', '/overview', '/packages', '/vendors', '/references'].map((path) =>
        client.raw('GET', `/projects-service/projects/${id}${path}`),
      ),
    )
    const list = await client.call(API.projects.byUser, {
      params: { id: String(client.session.userId) },
      body: {},
    })
    const file = await client.raw('GET', '/projects-service/requirements/r1')
    return {
      rows: device.all(),
      home: device.home?.projects,
      verdicts: device.results.map(({ reason }) => reason),
      calls: calls.map(({ status }) => status),
      list: list.items,
      file: file.status,
    }
  }
  const NOTHING = {
    rows: [],
    home: [],
    verdicts: ['ACCESS_TO_PROJECT_IS_DENIED'],
    calls: [403, 403, 403, 403, 403],
    list: [],
    file: 404,
  }

  test.each(TIES)('[BS32] sees neither side, whichever organization is active: %s', async (tie) => {
    const person = await contactOfBoth()
    await world.database.write(
      async (tx) =>
        void (await tx
          .insertInto('restrictions')
          .values({
            project_id: id,
            vendor_id: world.companies.alpha,
            user_id: person.id,
            package_ids: null,
          })
          .execute()),
    )
    const before = await reads(await switchTo(person, 'alpha'))
    expect(before.calls).toEqual([200, 200, 200, 200, 200])
    await ties[tie](person)
    try {
      expect(await reads(await switchTo(person, 'city'))).toEqual(NOTHING)
      const client = await switchTo(person, 'alpha')
      const live = await listenLive(world.url, client.token)
      // One person of either side hears what the person on both must not.
      const witnesses = await Promise.all(
        (['reviewer', 'alpha-contact'] as const).map(
          async (one) => await listenLive(world.url, (await as(one)).token),
        ),
      )
      expect(await reads(client)).toEqual(NOTHING)
      const updatedOn = await newest(world, 'project', id)
      await (
        await as('admin')
      ).call(API.projects.update, { body: { id, updatedOn, name: `Told ${tie}` } })
      const seen = await newestIfThere(world, 'commitment', `r1.${world.companies.alpha}`)
      await (
        await as('alpha-primary')
      ).call(API.requirements.updateCommitment, {
        params: { id: 'r1' },
        body: { updatedOn: seen, values: { note: `x ${tie}` } },
      })
      const [ofTeam, ofAlpha] = witnesses
      await vi.waitFor(() => expect(ofTeam?.heard.join('')).toContain(`Told ${tie}`))
      await vi.waitFor(() => expect(ofAlpha?.heard.join('')).toContain('"note"'))
      expect(live.heard.join('')).not.toMatch(/Told|"note"/)
      await Promise.all([live, ...witnesses].map((one) => one.close()))
    } finally {
      await setOwner(world.users.owner)
    }
  })

  test('[BS33] loses the rows on every device with the next pull, and gets them back once one side has ended', async () => {
    const person = await contactOfBoth()
    await world.database.write(
      async (tx) =>
        void (await tx
          .insertInto('restrictions')
          .values({
            project_id: id,
            vendor_id: world.companies.alpha,
            user_id: person.id,
            package_ids: null,
          })
          .execute()),
    )
    const device = new SyncDevice(await person.signIn())
    await device.pull(id)
    expect(device.get('requirement', 'r1')).toBeDefined()
    await joinProject(person.id)
    await device.pull(id)
    expect([device.denied, device.all()]).toEqual([[id], []])
    const owner = await as('owner')
    const { items } = await owner.call(API.projectMembers.list, { params, body: {} })
    expect(
      items
        .filter(({ alsoContactOf }) => alsoContactOf !== null)
        .map(({ userId, alsoContactOf }) => [userId, alsoContactOf]),
    ).toContainEqual([person.id, 'Alpha'])
    await owner.call(API.projectMembers.remove, { params, body: { userIds: [person.id] } })
    const again = new SyncDevice(device.client)
    await again.pull(id)
    expect(again.get('requirement', 'r1')).toBeDefined()
  })
})
