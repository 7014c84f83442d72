import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { AppOptions } from '#server/app-options.ts'
import { buildApp } from '#server/app.ts'
import type { BlobStore } from '#server/files/blob-store.ts'
import type { ScanFile } from '#server/files/scan.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import {
  hashPassword,
  seedOrganization,
  seedProject,
  seedUser,
  type NewProject,
} from '#server/database/seed.ts'
import { createLog } from '#server/log.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { Project } from '#schema/entities/project.ts'
import type { Entity } from '#schema/entities/rows.ts'
import { deadlineInstant } from '#schema/rules/project/deadline.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import type { RowSet } from '../support/memory-tx.ts'
import { buildProject, buildProjectVendor, buildRows, PROJECT_ID } from '../support/project-rows.ts'
import { restPeriodicJobs } from '../support/rest-periodic-jobs.ts'
import { createTestDatabase } from '../support/test-database.ts'

export const PASSWORD = 'Test-password-1'
export const PROJECT = PROJECT_ID
export const DEADLINE = { date: '2030-01-31', zone: 'UTC' }
/** 1 June 2029, before the deadline. */
export const START = Date.parse('2029-06-01T08:00:00Z')

/**
 * City (requestor) with its vendors Alpha and Beta, both invited, and Gamma, not invited; Village
 * is another requestor. People have only the rights that their names suggest.
 */
export type Username =
  | 'owner'
  | 'admin'
  | 'author'
  | 'reviewer'
  | 'approver'
  | 'colleague'
  | 'alpha-primary'
  | 'alpha-contact'
  | 'alpha-restricted'
  | 'alpha-ungranted'
  | 'beta-primary'
  | 'gamma-primary'
  | 'village-admin'
  | 'clerk'

type Company = 'city' | 'village' | 'alpha' | 'beta' | 'gamma'
const PEOPLE: {
  username: Username
  company: Company
  roles: RoleId[]
  isPrimaryContact?: boolean
}[] = [
  { username: 'owner', company: 'city', roles: ['role-org-power-user'] },
  { username: 'admin', company: 'city', roles: ['role-org-admin'] },
  { username: 'author', company: 'city', roles: [] },
  { username: 'reviewer', company: 'city', roles: [] },
  { username: 'approver', company: 'city', roles: [] },
  { username: 'colleague', company: 'city', roles: ['role-org-power-user'] },
  {
    username: 'alpha-primary',
    company: 'alpha',
    roles: ['role-vendor-primary-contact'],
    isPrimaryContact: true,
  },
  { username: 'alpha-contact', company: 'alpha', roles: ['role-vendor-contact'] },
  { username: 'alpha-restricted', company: 'alpha', roles: ['role-vendor-contact'] },
  { username: 'alpha-ungranted', company: 'alpha', roles: ['role-vendor-contact'] },
  {
    username: 'beta-primary',
    company: 'beta',
    roles: ['role-vendor-primary-contact'],
    isPrimaryContact: true,
  },
  {
    username: 'gamma-primary',
    company: 'gamma',
    roles: ['role-vendor-primary-contact'],
    isPrimaryContact: true,
  },
  { username: 'village-admin', company: 'village', roles: ['role-org-admin'] },
  // Belongs to the organization and to no project.
  { username: 'clerk', company: 'city', roles: [] },
]

export interface World {
  database: Database
  databaseUrl: string | undefined
  filesDir: string
  app: FastifyInstance
  url: string
  users: Record<Username, number>
  companies: Record<Company, number>
  /** The server's clock, ms; tests move it. */
  clock: { now: number }
  /** Mails sent so far. */
  mails: Mail[]
  /** Id of the project. */
  project: string
  /** Lines of the log. */
  log: string[]
  as(username: Username): Promise<ApiClient>
  /** Puts the project into a state directly in the database. */
  setProject(changes: Partial<Project>): Promise<void>
  close(): Promise<void>
}

export interface WorldOptions {
  project?: Partial<Project>
  rows?: RowSet
  fileQuotaBytes?: number
  scanFile?: ScanFile
  /** Where files lie; by default in the folder `filesDir`. */
  blobs?: BlobStore
  requestPace?: AppOptions['requestPace']
  pushServices?: readonly string[]
  /**
   * Keys in the format of the key file; by default new ones. Two worlds with the same keys make the
   * same seals.
   */
  keys?: string
  /** False = no job composes or sends mails; the test does. */
  isMailing?: boolean
}

/** A server on a new database with every person and one project in PREPARATION. */
export const buildWorld = async ({
  project = {},
  rows = {},
  fileQuotaBytes,
  scanFile,
  blobs,
  requestPace,
  pushServices,
  keys,
  isMailing = true,
}: WorldOptions = {}): Promise<World> => {
  const place = await createTestDatabase(true)
  const database = await openDatabase({ ...place, keys })
  await restPeriodicJobs(database)
  const companies = await seedCompanies(database)
  const users = await seedPeople(database, companies)
  const ownProject = buildProject({
    organizationId: companies.city,
    organizationName: 'City',
    ownerId: users.owner,
    ownerName: 'owner Person',
    deadline: DEADLINE,
    deadlineAt: deadlineInstant(DEADLINE),
    ...project,
  })
  await seedProject(database, {
    project: ownProject,
    rows: seedRows({
      ...buildRows(),
      projectVendor: [buildProjectVendor(companies.alpha), buildProjectVendor(companies.beta)],
      ...rows,
      project: [],
    }),
    members: [
      { userId: users.author, roles: ['role-project-req-author'] },
      { userId: users.reviewer, roles: ['role-project-req-reviewer'] },
      { userId: users.approver, roles: ['role-project-req-approver'] },
    ],
    grants: [
      { vendorId: companies.alpha, userId: users['alpha-contact'], packageIds: null },
      { vendorId: companies.alpha, userId: users['alpha-restricted'], packageIds: ['p2'] },
    ],
  })
  // Rows were seeded at the machine's time; from now on only this clock counts.
  const clock = { now: Math.max(START, Date.now() + 60_000) }
  const log: string[] = []
  const mails: Mail[] = []
  const filesDir = join(place.dataDir, 'files')
  const app = await buildApp({
    database,
    databaseUrl: place.databaseUrl,
    filesDir,
    ...(fileQuotaBytes === undefined ? {} : { fileQuotaBytes }),
    scanFile,
    ...(blobs === undefined ? {} : { blobs }),
    ...(requestPace === undefined ? {} : { requestPace }),
    ...(pushServices === undefined ? {} : { pushServices }),
    clock: () => clock.now,
    log: createLog((line) => void log.push(line)),
    baseUrl: 'https://tenders.example',
    ...(isMailing ? { sendMail: async (mail: Mail) => void mails.push(mail) } : {}),
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const clients = new Map<Username, { client: Promise<ApiClient>; at: number }>()
  return {
    database,
    databaseUrl: place.databaseUrl,
    filesDir,
    app,
    url,
    users,
    companies,
    clock,
    log,
    mails,
    project: PROJECT,
    as: (username) => {
      const known = clients.get(username)
      if (known !== undefined && Math.abs(clock.now - known.at) < TOKEN_MS) return known.client
      const client = signInApi(url, username, PASSWORD)
      clients.set(username, { client, at: clock.now })
      return client
    },
    setProject: (changes) => overwriteProject(database, changes),
    close: async () => {
      await app.close()
      await database.close()
      await place.remove()
    },
  }
}

/** Age at which `as` replaces a cached client: tokens expire when a test moves the clock. */
const TOKEN_MS = 10 * 60_000

const seedRows = (rows: RowSet): NewProject['rows'] =>
  (Object.entries(rows) as [Entity, unknown[]][]).flatMap(([entity, list]) =>
    list.map((row) => ({ entity, row })),
  ) as unknown as NewProject['rows']

const seedCompanies = async (database: Database): Promise<Record<Company, number>> => {
  const city = await seedOrganization(database, { name: 'City' })
  const village = await seedOrganization(database, { name: 'Village' })
  const [alpha, beta, gamma] = [
    await seedOrganization(database, { name: 'Alpha', parentId: city }),
    await seedOrganization(database, { name: 'Beta', parentId: city }),
    await seedOrganization(database, { name: 'Gamma', parentId: city }),
  ]
  return { city, village, alpha, beta, gamma }
}

const seedPeople = async (
  database: Database,
  companies: Record<Company, number>,
): Promise<Record<Username, number>> => {
  const ids: Partial<Record<Username, number>> = {}
  const password = await hashPassword(database, PASSWORD, 1_000)
  for (const { username, company, roles, isPrimaryContact = false } of PEOPLE) {
    ids[username] = await seedUser(database, {
      username,
      password,
      firstname: username,
      lastname: 'Person',
      email: `${username}@${company}.example`,
      organizationId: companies[company],
      roles,
      isPrimaryContact,
    })
  }
  return ids as Record<Username, number>
}

const overwriteProject = (database: Database, changes: Partial<Project>): Promise<void> =>
  database.write(async (tx) => {
    const { body } = await tx
      .selectFrom('projects')
      .select('body')
      .where('id', '=', PROJECT)
      .executeTakeFirstOrThrow()
    const project = { ...(JSON.parse(body) as Project), ...changes }
    await tx
      .updateTable('projects')
      .set({ body: JSON.stringify(project), state: project.state, deadline_at: project.deadlineAt })
      .where('id', '=', PROJECT)
      .execute()
    await tx
      .updateTable('project_sync')
      .set((eb) => ({ visibility_version: eb('visibility_version', '+', 1) }))
      .where('project_id', '=', PROJECT)
      .execute()
  })
