import type { Database } from '#server/database/database.ts'
import { seedOrganization, seedProject, seedUser } from '#server/database/seed.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import {
  buildDocument,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRequirement,
  buildSection,
} from '../support/project-rows.ts'
import { type Work, Writer } from './writer.ts'

const PASSWORD = 'Fault-password-1'
/** Requirements in the open project, so that several vendor devices answer without conflicts. */
const QUESTIONS = 8

/**
 * Seeds an empty database with one project in preparation for authors and one open to a vendor,
 * both of the same requestor.
 */
export const seedLoadWorld = async (database: Database): Promise<{ vendorId: number }> => {
  const organizationId = await seedOrganization(database, { name: 'City' })
  const vendorId = await seedOrganization(database, { name: 'Vendor', parentId: organizationId })
  const person = (username: string, organization: number, roles: RoleId[]) =>
    seedUser(database, {
      username,
      password: PASSWORD,
      firstname: username,
      lastname: 'Person',
      organizationId: organization,
      roles,
      iterations: 1_000,
    })
  const ownerId = await person('owner', organizationId, ['role-org-admin'])
  const contactId = await person('contact', vendorId, ['role-vendor-contact'])
  for (const [id, state] of [
    ['draft', 'PREPARATION'],
    ['open', 'PUBLISHED'],
  ] as const) {
    const own = (row: { id: string }) => ({ ...row, projectId: id, id: `${id}-${row.id}` })
    await seedProject(database, {
      project: buildProject({
        id,
        name: id,
        state,
        organizationId,
        ownerId,
        deadlineAt: Date.now() + 30 * 86_400_000,
      }),
      rows: [
        {
          entity: 'projectVendor',
          row: { ...buildProjectVendor(vendorId), id: `${id}.${vendorId}`, projectId: id },
        },
        { entity: 'package', row: { ...buildPackage(), ...own({ id: 'p' }) } },
        {
          entity: 'document',
          row: { ...buildDocument({ packageId: `${id}-p` }), ...own({ id: 'd' }) },
        },
        {
          entity: 'section',
          row: {
            ...buildSection({ packageId: `${id}-p`, documentId: `${id}-d` }),
            ...own({ id: 's' }),
          },
        },
        ...Array.from({ length: QUESTIONS }, (_, index) => ({
          entity: 'requirement' as const,
          row: buildRequirement({
            id: `${id}-r${index}`,
            projectId: id,
            packageId: `${id}-p`,
            documentId: `${id}-d`,
            sectionId: `${id}-s`,
            fullId: `FUN-${String(index + 1).padStart(4, '0')}`,
          }),
        })),
      ],
      grants: [{ vendorId, userId: contactId, packageIds: null }],
    })
  }
  return { vendorId }
}

export const signInOwner = (url: string): Promise<ApiClient> => signInApi(url, 'owner', PASSWORD)
const signInContact = (url: string): Promise<ApiClient> => signInApi(url, 'contact', PASSWORD)

/**
 * Opens signed-in devices: `each` authors who write requirements and `each` contacts who answer.
 * @param urls the servers, which the devices of each kind take in turn
 */
export const openWriters = async (
  urls: readonly [string, ...string[]],
  vendorId: number,
  each: number,
): Promise<Writer[]> => {
  const writers = async (
    signIn: (url: string) => Promise<ApiClient>,
    work: (index: number) => Work,
  ): Promise<Writer[]> => {
    const signIns = urls.map((url) => () => signIn(url))
    const clients = await Promise.all(signIns.map((open) => open()))
    return Array.from({ length: each }, (_, index) => {
      const place = index % urls.length
      const [client, open] = [clients[place], signIns[place]]
      if (client === undefined || open === undefined) throw new Error('No server')
      return new Writer(client, work(index), open)
    })
  }
  return [
    ...(await writers(signInOwner, (index) => ({
      kind: 'author',
      projectId: 'draft',
      sectionId: 'draft-s',
      name: `author-${index}`,
    }))),
    ...(await writers(signInContact, (index) => ({
      kind: 'vendor',
      projectId: 'open',
      requirementId: `open-r${index}`,
      vendorId,
    }))),
  ]
}
