import { pbkdf2Sync } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { seedOrganization, seedUser } from '#server/database/seed.ts'
import { createSession } from '#server/database/sessions/create-session.ts'
import { endSession } from '#server/database/sessions/end-sessions.ts'
import type { Project, ProjectState } from '#schema/entities/project.ts'
import { restPeriodicJobs } from '../../support/rest-periodic-jobs.ts'
import { createTestDatabase } from '../../support/test-database.ts'
import { PLAN, sendPiece } from '../send-file.ts'
import { type Company, EVERYBODY, MEMBERS, type Name, type ShutOut, SHUT_OUT } from './cast.ts'
import type { Ids } from './matrix-row.ts'
import { seedMappings } from './mapping-rows.ts'
import { seedIdentity, seedWaiting, seedWaitingContact } from './seed-identity.ts'
import { secretFile, seedBothProjects } from './seed-projects.ts'
import { type Snapshot, type TableWatch, watchTables } from './snapshot.ts'

/** Before the deadline of the projects, and after every seeded time. */
const START = Date.parse('2029-06-01T08:00:00Z')
const FOR_EVER = Date.parse('2200-01-01T00:00:00Z')

export interface MatrixWorld {
  database: Database
  app: FastifyInstance
  url: string
  ids: Ids
  clock: { now: number }
  /** Null for people without a token. */
  tokens: Readonly<Record<Name | ShutOut, string | null>>
  /** Puts both projects into this state and resets every other table. */
  enter(state: ProjectState, isSealed?: boolean): Promise<Snapshot>
  /** The hash that each person's device sends in place of the password. */
  hashes: ReadonlyMap<string, string>
  tables: TableWatch
  close(): Promise<void>
}

const seedCompanies = async (database: Database): Promise<Record<Company, number>> => {
  const organization = (name: Company, parentId: number | null = null): Promise<number> =>
    seedOrganization(database, { name: `${name.toUpperCase()}-TAINT`, parentId })
  const [city, village] = [await organization('city'), await organization('village')]
  return {
    city,
    village,
    alpha: await organization('alpha', city),
    beta: await organization('beta', city),
    gamma: await organization('gamma', city),
    delta: await organization('delta', village),
  }
}

const seedPeople = async (
  database: Database,
  companies: Record<Company, number>,
): Promise<Record<Name, number>> => {
  const ids: Partial<Record<Name, number>> = {}
  for (const { username, company, roles, isPrimaryContact = false } of MEMBERS) {
    ids[username] = await seedUser(database, {
      username,
      password: 'Test-password-1',
      firstname: username,
      lastname: `${company.toUpperCase()}-TAINT`,
      email: `${username}@${company}.example`,
      organizationId: companies[company],
      roles,
      isPrimaryContact,
      iterations: 1,
    })
  }
  return ids as Record<Name, number>
}

/** Creates sessions that do not expire while the clock moves, and that use does not write to. */
const openSessions = async (database: Database, users: Record<Name, number>, now: number) => {
  const tokens: Partial<Record<Name | ShutOut, string | null>> = {
    anonymous: null,
    forged: 'x'.repeat(43),
  }
  for (const username of EVERYBODY)
    tokens[username] = (
      await createSession(database, { userId: users[username], publicKey: null }, now)
    ).token
  await database.write(async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ access_until: FOR_EVER, idle_until: FOR_EVER, absolute_until: FOR_EVER })
      .execute()
    await tx.updateTable('session_tokens').set({ used: 1 }).execute()
  })
  return tokens
}

const shutOut = async (
  database: Database,
  organizationId: number,
  now: number,
): Promise<Partial<Record<ShutOut, string>>> => {
  const tokens: Partial<Record<ShutOut, string>> = {}
  for (const kind of SHUT_OUT.filter((one) => one !== 'anonymous' && one !== 'forged')) {
    const userId = await seedUser(database, {
      username: kind,
      password: 'Test-password-1',
      firstname: kind,
      lastname: 'CITY-TAINT',
      email: `${kind}@city.example`,
      organizationId,
      roles: ['role-org-owner'],
      iterations: 1,
    })
    const { token, sessionId } = await createSession(database, { userId, publicKey: null }, now)
    tokens[kind] = token
    if (kind === 'signed-out') await endSession(database, sessionId, now)
    await database.write(async (tx) => {
      if (kind === 'blocked')
        await tx.updateTable('users').set({ blocked: 1 }).where('id', '=', userId).execute()
      if (kind === 'unapproved')
        await tx
          .updateTable('users')
          .set({ approval: 'WAITING' })
          .where('id', '=', userId)
          .execute()
      if (kind === 'membership-over')
        await tx
          .updateTable('organization_members')
          .set({ state: 'EXPIRED' })
          .where('user_id', '=', userId)
          .execute()
      await tx
        .updateTable('sessions')
        .set({
          access_until: kind === 'expired' ? now : FOR_EVER,
          idle_until: kind === 'idle' ? now : FOR_EVER,
          absolute_until: FOR_EVER,
        })
        .where('id', '=', sessionId)
        .execute()
    })
  }
  return tokens
}

const setState = (database: Database, state: ProjectState, sealed: boolean): Promise<void> =>
  database.write(async (tx) => {
    for (const { id, body } of await tx.selectFrom('projects').select(['id', 'body']).execute()) {
      const project: Project = {
        ...(JSON.parse(body) as Project),
        state,
        sealed,
        publishedOn: state === 'DRAFT' || state === 'PREPARATION' ? null : 0,
      }
      await tx
        .updateTable('projects')
        .set({ body: JSON.stringify(project), state })
        .where('id', '=', id)
        .execute()
    }
  })

/** Builds the cast, its two projects and a server over them. */
export const buildMatrixWorld = async (): Promise<MatrixWorld> => {
  const place = await createTestDatabase(true)
  const database = await openDatabase(place)
  const companies = await seedCompanies(database)
  const users = await seedPeople(database, companies)
  const ids = {
    users,
    companies,
    waiting: await seedWaiting(database, companies.city),
    waitingContact: await seedWaitingContact(database, companies.beta, users['beta-primary']),
  }
  await seedBothProjects(database, ids)
  await seedOpeningRequests(database, users)
  await restPeriodicJobs(database)
  const clock = { now: START }
  const app = await buildApp({
    database,
    filesDir: join(place.dataDir, 'files'),
    clock: () => clock.now,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const tokens = {
    ...(await openSessions(database, users, START)),
    ...(await shutOut(database, companies.city, START)),
  } as MatrixWorld['tokens']
  await seedIdentity(database, ids)
  await seedMappings(database, ids)
  // The version that every update of a person names.
  await database.write((tx) => tx.updateTable('users').set({ updated_on: 0 }).execute())
  await database.write((tx) => tx.updateTable('organizations').set({ updated_on: 0 }).execute())
  await sendFiles(url, tokens)
  const tables = await watchTables(database)
  const beginning = await tables.look()
  return {
    database,
    app,
    url,
    ids,
    clock,
    tokens,
    tables,
    hashes: await readHashes(database),
    enter: async (state, isSealed = true) => {
      await tables.restore(beginning)
      await setState(database, state, isSealed)
      return await tables.look()
    },
    close: async () => {
      await app.close()
      await database.close()
      await place.remove()
    },
  }
}

/** Records a request for early opening by the owner of each project. */
const seedOpeningRequests = (database: Database, users: Record<Name, number>): Promise<void> =>
  database.write(async (tx) => {
    for (const [project, owner] of [
      ['project', 'owner'],
      ['vproject', 'village-owner'],
    ] as const) {
      const asked = {
        project_id: project,
        id: `request-of-${project}`,
        asked_by: users[owner],
        asked_on: START,
        expires_on: FOR_EVER,
      }
      await tx
        .insertInto('opening_requests')
        .values({ ...asked, reason: project === 'project' ? 'CITY-INTERNAL' : 'VILLAGE-INTERNAL' })
        .execute()
    }
  })

const readHashes = async (database: Database): Promise<Map<string, string>> => {
  const rows = await database.queries
    .selectFrom('users')
    .select(['username', 'salt', 'iterations'])
    .execute()
  return new Map(
    rows.map(({ username, salt, iterations }) => [
      username,
      pbkdf2Sync('Test-password-1', Buffer.from(salt, 'base64'), iterations, 32, 'sha256').toString(
        'base64',
      ),
    ]),
  )
}

/**
 * Has every person upload the same plan, so that only the right to attach it is missing, and the
 * vendors their secret files.
 */
const sendFiles = async (url: string, tokens: MatrixWorld['tokens']): Promise<void> => {
  for (const name of EVERYBODY) await sendPiece({ url, token: tokens[name] ?? '' }, PLAN)
  const secrets = {
    author: 'city',
    'alpha-primary': 'alpha',
    'beta-primary': 'beta',
    'village-owner': 'village',
    'delta-primary': 'delta',
  } as const
  for (const [name, company] of Object.entries(secrets))
    await sendPiece({ url, token: tokens[name as Name] ?? '' }, secretFile(company))
}
