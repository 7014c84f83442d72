import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { createSession } from '#server/database/sessions/create-session.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/new-id.ts'
import { openDatabase } from '#server/database/open.ts'
import {
  hashPassword,
  type NewProject,
  seedOrganization,
  seedProject,
  seedUser,
} from '#server/database/seed.ts'
import { makeScale, scaleProject } from '../scale-rows.ts'

export const PROJECT_ID = 'bench-project'
export const PASSWORD = 'Bench-2026!'
const COMMITMENTS = 1_000
const PIECE = 500
/** Cheap, because nothing here measures sign-ins. */
const ITERATIONS = 1_000

export interface NoticeSizes {
  vendors: number
  contacts: number
  events: number
  edits: number
}

const withDatabase = async <T>(
  dataDir: string,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/**
 * Fills an empty database with one published project of 1,000 answers and many vendors.
 * @returns tokens of all contacts
 */
export const buildNoticeWorld = (
  dataDir: string,
  { vendors, contacts }: NoticeSizes,
): Promise<string[]> =>
  withDatabase(dataDir, async (database) => {
    const password = await hashPassword(database, PASSWORD, ITERATIONS)
    const organizationId = await seedOrganization(database, { name: 'Bench City' })
    const personOf = (username: string, company: number, isOwner: boolean) =>
      seedUser(database, {
        ...{ username, password, firstname: 'Bench', lastname: username, organizationId: company },
        roles: [isOwner ? 'role-org-admin' : 'role-vendor-contact'],
      })
    const ownerId = await personOf('bench-owner', organizationId, true)
    const vendorIds: number[] = []
    const grants: { vendorId: number; userId: number; packageIds: null }[] = []
    for (let index = 0; index < vendors; index += 1) {
      const name = `Vendor ${index}`
      const vendorId = await seedOrganization(database, { name, parentId: organizationId })
      vendorIds.push(vendorId)
      for (let contact = 0; contact < contacts; contact += 1) {
        const userId = await personOf(`bench-${index}-${contact}`, vendorId, false)
        grants.push({ vendorId, userId, packageIds: null })
      }
    }
    const project = scaleProject(makeScale(COMMITMENTS), COMMITMENTS, {
      ...{ projectId: PROJECT_ID, organizationId, ownerId, ownerName: 'Bench Owner' },
      ...{ vendorId: vendorIds[0] ?? 0, state: 'PUBLISHED' },
    })
    const rows = project.rows.flatMap((one): NewProject['rows'][number][] =>
      one.entity === 'projectVendor'
        ? vendorIds.map((vendorId, index) => ({
            ...one,
            row: { ...one.row, id: `${PROJECT_ID}-v${index}`, vendorId, name: `Vendor ${index}` },
          }))
        : [one],
    )
    await seedProject(database, { ...project, rows, grants })
    const tokens: string[] = []
    for (const { userId } of grants) {
      const session = await createSession(database, { userId, publicKey: null }, Date.now())
      tokens.push(session.token)
    }
    return tokens
  })

/** Writes delivered notifications, or events that wait, into the database of a stopped server. */
export const addNotices = (
  dataDir: string,
  to: 'history' | 'backlog',
  count: number,
): Promise<void> =>
  withDatabase(dataDir, async (database) => {
    const people = await database.queries.selectFrom('users').select('id').execute()
    const detail = JSON.stringify({ text: 'A message' })
    for (let from = 0; from < count; from += PIECE) {
      const numbers = Array.from({ length: Math.min(PIECE, count - from) }, (_, at) => from + at)
      const common = { project_id: PROJECT_ID, kind: 'message.team' as const, detail }
      const now = Date.now()
      await database.write(async (tx) => {
        if (to === 'history')
          await tx
            .insertInto('notifications')
            .values(
              numbers.map((number) => ({
                ...common,
                ...{ id: newId(now), event_id: newId(now), organization_id: null },
                ...{ user_id: people[number % people.length]?.id ?? 0 },
                ...{ created_on: now, read_on: null },
              })),
            )
            .execute()
        else
          await tx
            .insertInto('events')
            .values(
              numbers.map(() => ({
                ...common,
                ...{ id: newId(now), actor_id: null, vendor_id: null, package_ids: null },
                ...{ user_ids: null, created_on: now },
              })),
            )
            .execute()
      })
    }
  })

/** Number of people who have the owner's message. */
export const countMessages = (dataDir: string): Promise<number> =>
  withDatabase(dataDir, async (database) => {
    const rows = await database.queries
      .selectFrom('notifications')
      .select('user_id')
      .where('kind', '=', 'message.vendors')
      .execute()
    return rows.length
  })

/** Whether events wait, read beside the running server. */
export const hasEvents = (dataDir: string): boolean => {
  const database = new SQLite(join(dataDir, 'tenderbook.sqlite'), { readonly: true })
  try {
    return database.prepare('select 1 from events limit 1').get() !== undefined
  } finally {
    database.close()
  }
}
