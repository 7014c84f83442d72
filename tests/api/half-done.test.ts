import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, weightsOn } from '../support/api-client.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { buildDefinition } from '../support/project-rows.ts'
import { newest, newestProfile } from './newest.ts'
import { newPerson } from './people.ts'
import { buildWorld, PROJECT, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

/** Tables that every call writes to besides its own work: the access log and the sessions. */
const ASIDE = new Set(['access_log', 'sessions', 'session_tokens', 'planted_fault'])
const tables = async (): Promise<string[]> =>
  (await world.database.queries.introspection.getTables())
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('kysely') && !ASIDE.has(name))
    .toSorted()
const everything = async (): Promise<string> => {
  const rows: Record<string, unknown> = {}
  for (const name of await tables())
    rows[name] = (await sql`select * from ${sql.table(name)}`.execute(world.database.queries)).rows
      .map((row) => JSON.stringify(row))
      .toSorted()
  return JSON.stringify(rows)
}

/** Makes the write after `left` others fail, wherever it occurs. */
const plant = async (left: number): Promise<void> => {
  await sql`update planted_fault set left_over = ${left}`.execute(world.database.queries)
}
const prepare = async (): Promise<void> => {
  await sql`create table planted_fault (left_over integer not null)`.execute(world.database.queries)
  await sql`insert into planted_fault values (-1)`.execute(world.database.queries)
  for (const name of await tables()) {
    for (const kind of ['insert', 'update', 'delete'] as const) {
      await sql`create trigger ${sql.id(`fault_${kind}_${name}`)} before ${sql.raw(kind)} on ${sql.table(name)} begin
        select raise(abort, 'planted fault') from planted_fault where left_over = 0;
        update planted_fault set left_over = left_over - 1 where left_over > 0;
      end`.execute(world.database.queries)
    }
  }
}

/** Events become notifications, mails and pushes a moment after the call that wrote them. */
const untilAtRest = async (): Promise<void> => {
  const { queries } = world.database
  const waiting = async (): Promise<unknown[]> => [
    // The event of an import waits for further steps of the import.
    ...(await queries
      .selectFrom('events')
      .select('id')
      .where('kind', '!=', 'import.finished')
      .execute()),
    ...(await queries
      .selectFrom('waiting_notices')
      .select('event_id')
      .where('due_on', '<=', world.clock.now)
      .execute()),
    ...(await queries
      .selectFrom('mails')
      .select('id')
      .where('sent_on', 'is', null)
      .where('failed_on', 'is', null)
      .execute()),
  ]
  await expect.poll(waiting, { timeout: 60_000 }).toEqual([])
}

const THIRD = '0199a000-0000-7000-8000-000000000001'
type Step = readonly [what: string, run: (id: number) => Promise<{ status: number }>]

test.skipIf(testDatabaseKind !== 'sqlite')(
  '[DU9] whichever write of a call fails, the call leaves nothing behind; without a fault it leaves everything',
  { timeout: 300_000 },
  async () => {
    const [owner, admin] = [await world.as('owner'), await world.as('admin')]
    const { city, gamma } = world.companies
    const people = await Promise.all(
      [1, 2].map(async () => (await newPerson(world, 'city', [])).id),
    )
    const put = (
      client: ApiClient,
      path: string,
      body: object,
      method = 'PUT',
    ): Promise<{ status: number }> => client.raw(method, path, body)
    const seen = await newestProfile(owner)
    const steps: readonly Step[] = [
      // Removes the seal, so that one person alone can end the answering in a later step.
      [
        'a project is changed',
        () =>
          put(owner, '/projects-service/projects/update', {
            id: PROJECT,
            updatedOn: 0,
            name: 'Other',
            sealed: false,
          }),
      ],
      [
        'a vendor is added to a project',
        () =>
          put(owner, `/projects-service/projects/${PROJECT}/state-transition/add-vendor`, {
            vendorIds: [gamma],
          }),
      ],
      [
        'a package is created',
        () =>
          put(
            owner,
            '/projects-service/packages/create',
            { id: THIRD, projectId: PROJECT, name: 'Third' },
            'POST',
          ),
      ],
      [
        'requirements are imported',
        () =>
          put(
            owner,
            '/projects-service/requirements/create-bulk',
            {
              documentId: 'd1',
              sections: [{ id: 'imported', name: 'Imported' }],
              requirements: [1, 2].map((at) => ({
                id: `imported-${at}`,
                sectionId: 'imported',
                name: 'Imported',
                definition: buildDefinition(),
              })),
            },
            'POST',
          ),
      ],
      [
        'a discussion begins',
        () =>
          put(
            owner,
            `/projects-service/projects/${PROJECT}/comments/create`,
            {
              id: '0199a000-0000-7000-8000-000000000002',
              place: { kind: 'project', id: PROJECT },
              type: 'D',
              text: 'Said',
            },
            'POST',
          ),
      ],
      [
        'weights are set',
        async () =>
          await put(
            owner,
            `/projects-service/projects/${PROJECT}/weights`,
            await weightsOn(owner, PROJECT, {
              packages: ['p1', 'p2', THIRD].map((id) => ({ id, weight: id === 'p1' ? 100 : 0 })),
              documents: ['d1', 'd2'].map((id) => ({ id, weight: 100 })),
            }),
          ),
      ],
      [
        'a requirement is deleted',
        () =>
          put(owner, '/projects-service/requirements/delete', { reqIds: ['imported-1'] }, 'DELETE'),
      ],
      [
        'a person changes their profile',
        () =>
          put(owner, '/users-service/profiles/update', {
            updatedOn: seen,
            firstname: 'Other',
            lastname: 'Name',
            about: '',
            homepage: '',
            company: '',
            location: '',
            phone: '',
            isPublic: true,
          }),
      ],
      [
        'a project is published',
        () =>
          put(
            owner,
            `/projects-service/projects/${PROJECT}/state-transition/move-to-published`,
            {},
          ),
      ],
      [
        'the answering ends',
        () =>
          put(
            owner,
            `/projects-service/projects/${PROJECT}/state-transition/move-to-validation`,
            {},
          ),
      ],
      [
        'the evaluation begins',
        () =>
          put(
            owner,
            `/projects-service/projects/${PROJECT}/state-transition/move-to-evaluation`,
            {},
          ),
      ],
      [
        'a project is handed over',
        async () =>
          await put(
            owner,
            `/projects-service/projects/${PROJECT}/change-owner`,
            {
              id: world.users.colleague,
              updatedOn: await newest(world, 'project', PROJECT),
            },
            'POST',
          ),
      ],
      [
        'roles are given',
        () =>
          put(
            admin,
            `/users-service/organizations/${city}/roles/set`,
            { userId: people[0], roleIds: ['role-org-power-user'] },
            'POST',
          ),
      ],
      [
        'a person is invited',
        () =>
          put(
            admin,
            '/users-service/users/invite-user',
            { email: 'new@city.example', organizationId: city, roles: [] },
            'POST',
          ),
      ],
      [
        'people are removed',
        () =>
          put(
            admin,
            `/users-service/organizations/${city}/members/delete`,
            { userIds: people },
            'DELETE',
          ),
      ],
      [
        'a vendor is deactivated',
        () => put(admin, '/users-service/vendors/set-state', { id: gamma, state: 'INACTIVE' }),
      ],
    ]
    await prepare()
    for (const [what, run] of steps) {
      const before = await everything()
      let writes = 0
      for (; ; writes += 1) {
        await plant(writes)
        const { status } = await run(writes)
        if (status < 400) break
        expect([what, writes, status]).toEqual([what, writes, 500])
        expect(await everything(), `${what}: after the fault in write ${writes}`).toBe(before)
      }
      expect([what, writes > 0]).toEqual([what, true])
      await plant(-1)
      expect(await everything(), what).not.toBe(before)
      await untilAtRest()
    }
  },
)
