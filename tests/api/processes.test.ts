import { dirname } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open.ts'
import type { Database } from '#server/database/database.ts'
import { newest } from './newest.ts'
import { buildDefinition } from '../support/project-rows.ts'
import { listenLive } from '../support/live-client.ts'
import { signInApi, weightsOn } from '../support/api-client.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { SyncDevice } from './sync-client.ts'
import { buildWorld, PASSWORD, PROJECT as projectId, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

test('[PR1] with eight writers at once no reader ever misses a row', async () => {
  const writers = await Promise.all(
    Array.from({ length: 8 }, async () => new SyncDevice(await world.as('author'))),
  )
  const reader = new SyncDevice(await world.as('owner'))
  let isDone = false
  const reading = (async () => {
    while (!isDone) await reader.pull(projectId)
    await reader.pull(projectId)
  })()
  await Promise.all(
    writers.map(async (writer, index) => {
      for (let round = 0; round < 10; round++) {
        await writer.push(
          writer.edit('requirements.create', {
            projectId,
            id: `w${index}-${round}`,
            sectionId: 's1',
            after: null,
            name: `By ${index}`,
            definition: buildDefinition(),
          }),
        )
      }
    }),
  )
  isDone = true
  await reading
  const late = new SyncDevice(await world.as('owner'))
  await late.pull(projectId)
  expect(reader.all()).toEqual(late.all())
  const numbers = late.all().flatMap((text) => /FUN-\d+/.exec(text) ?? [])
  expect(new Set(numbers).size).toBe(82)
  expect(numbers).toHaveLength(82)
})

test('[PR2] the same push sent at the same time from two tabs is applied once', async () => {
  const device = new SyncDevice(await world.as('author'))
  const edits = [
    device.edit('sections.create', {
      projectId,
      id: 'twice',
      documentId: 'd1',
      name: 'Twice',
      after: null,
    }),
  ]
  const answers = await Promise.all(Array.from({ length: 6 }, () => device.pushRaw(edits)))
  expect(answers.map(({ status, text }) => [status, text])).toEqual(
    Array(6).fill([200, '{"lastMid":1}']),
  )
  const { count } = await world.database.queries
    .selectFrom('mutation_result')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('client_id', '=', device.clientId)
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
})

test('[PR3] simultaneous pushes over two projects in opposite order do not deadlock', async () => {
  const author = await world.as('colleague')
  const make = async (name: string): Promise<string> =>
    (
      JSON.parse(
        (await author.raw('POST', '/projects-service/projects/create', { name })).text,
      ) as { id: string }
    ).id
  const [one, two] = [await make('One'), await make('Two')]
  const devices = Array.from({ length: 6 }, () => new SyncDevice(author))
  await Promise.all(
    devices.map((device, index) => {
      const order = index % 2 === 0 ? [one, two] : [two, one]
      return device.push(
        ...order.map((id, place) =>
          device.edit('packages.create', {
            projectId: id,
            id: `p-${index}-${place}`,
            name: 'P',
            after: null,
          }),
        ),
      )
    }),
  )
  for (const device of devices) {
    await device.pull(one)
    expect(device.results.map(({ status }) => status)).toEqual(['applied', 'applied'])
  }
})

test('[PR8] setting a star in many tabs at once fails in none', async () => {
  const owner = await world.as('owner')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      owner.raw('PUT', `/projects-service/projects/${projectId}/toggle-favorite`),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
})

describe.skipIf(testDatabaseKind !== 'postgres')('two processes on one PostgreSQL', () => {
  let second: { database: Database; url: string; close: () => Promise<void> }
  beforeAll(async () => {
    const database = await openDatabase({
      dataDir: dirname(world.filesDir),
      databaseUrl: world.databaseUrl,
    })
    const app = await buildApp({
      database,
      databaseUrl: world.databaseUrl,
      filesDir: world.filesDir,
      clock: () => world.clock.now,
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    second = {
      database,
      url,
      close: async () => {
        await app.close()
        await database.close()
      },
    }
  })
  afterAll(async () => {
    await second.close()
  })

  test('[PR4] show an edit made through one to a person connected to the other', async () => {
    const owner = await signInApi(second.url, 'owner', PASSWORD)
    const live = await listenLive(second.url, owner.token)
    const device = new SyncDevice(owner)
    await device.pull(projectId)
    const author = new SyncDevice(await world.as('author'))
    await author.push(
      author.edit('sections.create', {
        projectId,
        id: 'across',
        documentId: 'd1',
        name: 'Across processes',
        after: null,
      }),
    )
    await vi.waitFor(() => expect(live.messages.join('')).toContain('Across processes'))
    await live.close()
  })

  test('[PR5] announce a project that opens to a person, and end a session everywhere', async () => {
    const alpha = await signInApi(second.url, 'alpha-primary', PASSWORD)
    const live = await listenLive(second.url, alpha.token)
    const owner = await world.as('owner')
    const weights = await weightsOn(owner, projectId, {
      packages: [
        { id: 'p1', weight: 50 },
        { id: 'p2', weight: 50 },
      ],
      documents: [
        { id: 'd1', weight: 100 },
        { id: 'd2', weight: 100 },
      ],
    })
    await owner.raw('PUT', `/projects-service/projects/${projectId}/weights`, weights)
    expect(
      (
        await owner.raw(
          'PUT',
          `/projects-service/projects/${projectId}/state-transition/move-to-published`,
          {},
        )
      ).status,
    ).toBe(200)
    await vi.waitFor(() => expect(live.messages.join('')).toContain('"project":null'), {
      timeout: 3_000,
    })
    const signedOut = await fetch(`${world.url}/api/users-service/auth/logout`, {
      method: 'POST',
      headers: { 'x-auth-token': alpha.token },
    })
    expect(signedOut.status).toBe(204)
    await live.closed
    expect((await alpha.raw('GET', '/users-service/auth/session')).status).toBe(401)
  })

  test('[PR6] go on when the database has cut every connection', async () => {
    const owner = await signInApi(second.url, 'owner', PASSWORD)
    const live = await listenLive(second.url, owner.token)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      world.database.queries,
    )
    await new Promise((done) => setTimeout(done, 1_500))
    const renamed = async (name: string) =>
      (
        await (
          await world.as('owner')
        ).raw('PUT', '/projects-service/projects/update', {
          id: projectId,
          updatedOn: await newest(world, 'project', projectId),
          name,
        })
      ).status
    await vi.waitFor(async () => expect(await renamed('After the cut')).toBe(200), {
      timeout: 5_000,
    })
    await vi.waitFor(() => expect(live.messages.join('')).toContain('After the cut'), {
      timeout: 5_000,
    })
    await live.close()
  })

  test('[PR7] survive a connection that is cut inside a transaction, and report it as retryable', async () => {
    const cut = world.database.write(async (tx) => {
      const {
        rows: [own],
      } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${own?.pid})`.execute(second.database.queries)
      await new Promise((done) => setTimeout(done, 100))
      await tx.selectFrom('users').select('id').execute()
    })
    await expect(cut).rejects.toMatchObject({ code: '08006' })
    expect(
      await world.database.queries.selectFrom('users').select('id').limit(1).execute(),
    ).toHaveLength(1)
  })
})
