import { createSession } from '#server/database/sessions/create-session.ts'
import type { NoticeKind } from '#schema/tables/notices.ts'
import { newId } from '#server/database/new-id.ts'
import {
  hashPassword,
  type NewProject,
  seedOrganization,
  seedProject,
  seedUser,
} from '#server/database/seed.ts'
import {
  buildDocument,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRelease,
  buildRequirement,
  buildSection,
} from '../../support/project-rows.ts'
import { makeScale, scaleProject } from '../scale-rows.ts'
import { type Store, withDatabase } from './notice-store.ts'

/** Published; the edits go on here. */
export const PROJECT_ID = 'bench-project'
/** In preparation until the bench publishes it. */
export const TENDER_ID = 'bench-tender'
export const TENDER_NAME = 'Bench tender'
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

/** A project of one requirement that lacks nothing to be published to the vendors. */
const tenderOf = (
  organizationId: number,
  ownerId: number,
  vendorIds: readonly number[],
): NewProject => {
  const projectId = TENDER_ID
  const at = { projectId, packageId: 'tender-p' }
  const inDocument = { ...at, documentId: 'tender-d' }
  return {
    project: buildProject({
      ...{ id: projectId, name: TENDER_NAME, organizationId, ownerId, ownerName: 'Bench Owner' },
    }),
    rows: [
      { entity: 'release', row: buildRelease({ id: 'tender-rel', projectId }) },
      { entity: 'package', row: buildPackage({ id: at.packageId, projectId, weight: 100 }) },
      { entity: 'document', row: buildDocument({ id: inDocument.documentId, ...at, weight: 100 }) },
      { entity: 'section', row: buildSection({ id: 'tender-s', ...inDocument }) },
      {
        entity: 'requirement',
        row: buildRequirement({ id: 'tender-r', sectionId: 'tender-s', ...inDocument }),
      },
      ...vendorIds.map((vendorId) => ({
        entity: 'projectVendor' as const,
        row: { ...buildProjectVendor(vendorId), id: `${projectId}.${vendorId}`, projectId },
      })),
    ],
  }
}

/**
 * Fills an empty database with one published project of 1,000 answers, one that can be published,
 * and many vendors.
 * @returns tokens of all contacts
 */
export const buildNoticeWorld = (
  store: Store,
  { vendors, contacts }: NoticeSizes,
): Promise<string[]> =>
  withDatabase(store, async (database) => {
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
    await seedProject(database, { ...tenderOf(organizationId, ownerId, vendorIds), grants })
    const tokens: string[] = []
    for (const { userId } of grants) {
      const session = await createSession(database, { userId, publicKey: null }, Date.now())
      tokens.push(session.token)
    }
    return tokens
  })

/** Writes delivered notifications, or events that wait, into the database of a stopped server. */
export const addNotices = (store: Store, to: 'history' | 'backlog', count: number): Promise<void> =>
  withDatabase(store, async (database) => {
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

/** Number of people who have a notification of this kind. */
export const countOf = (store: Store, kind: NoticeKind): Promise<number> =>
  withDatabase(store, async (database) => {
    const rows = await database.queries
      .selectFrom('notifications')
      .select('user_id')
      .where('kind', '=', kind)
      .execute()
    return new Set(rows.map((row) => row.user_id)).size
  })
