import type { Database } from '#server/database/database.ts'
import { seedOrganization, seedProject, seedUser } from '#server/database/seed.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import type { Model, ModelPerson } from './notice-oracle.ts'
import { buildDocument, buildPackage, buildProject, buildProjectVendor } from './project-rows.ts'

export type Random = () => number
/** A generator of numbers from 0 to 1 that repeats for the same seed (mulberry32). */
export const randomOf = (seed: number): Random => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
export const pick = <T>(random: Random, list: readonly T[]): T => {
  const found = list[Math.floor(random() * list.length)]
  if (found === undefined) throw new Error('The list to pick from is empty')
  return found
}

const PROJECT_ROLES = [
  'role-project-admin',
  'role-project-req-author',
  'role-project-req-colaborator',
  'role-project-req-reviewer',
  'role-project-req-approver',
]
const STATES = ['PREPARATION', 'PUBLISHED', 'VALIDATION', 'EVALUATION', 'CLOSED', 'DRAFT'] as const
export const PACKAGES = ['p1', 'p2']
const GRANTS = [null, 'all', ['p1'], ['p2'], []] as const
const NO_PASSWORD = { salt: '', iterations: 1, password: '' }

export interface NoticeWorld {
  projectId: string
  model: Model
}

/** A project with generated people and vendors, in the model and in the database. */
export const buildNoticeWorld = async (
  database: Database,
  random: Random,
  name: string,
): Promise<NoticeWorld> => {
  const city = await seedOrganization(database, { name: `City ${name}` })
  const people: ModelPerson[] = []
  const join = async (person: Omit<ModelPerson, 'id'>, organizationId: number): Promise<void> => {
    const role: RoleId[] =
      person.vendorId > 0
        ? [person.isPrimary ? 'role-vendor-primary-contact' : 'role-vendor-contact']
        : person.isOrganizationAdmin
          ? ['role-org-admin']
          : []
    const username = `p${people.length}-${name}`
    const id = await seedUser(database, {
      username,
      password: NO_PASSWORD,
      firstname: 'Person',
      lastname: username,
      organizationId,
      roles: role,
      isPrimaryContact: person.isPrimary,
    })
    people.push({ ...person, id })
  }
  const plain = { isActive: true, isPrimary: false, isOrganizationAdmin: false, isMuted: false }
  for (let index = 0; index < 6; index += 1)
    await join(
      {
        ...plain,
        vendorId: 0,
        isOrganizationAdmin: index === 5,
        roles: random() < 0.7 ? (random() < 0.8 ? [pick(random, PROJECT_ROLES)] : []) : null,
        grant: null,
      },
      city,
    )
  const vendors = []
  for (const index of [0, 1, 2]) {
    const id = await seedOrganization(database, { name: `Vendor ${index} ${name}`, parentId: city })
    const isInvited = index < 2
    const [hasStarted, hasSubmittedAll] = [random() < 0.5, random() < 0.3]
    vendors.push({ id, isInvited, isActive: true, hasStarted, hasSubmittedAll })
    for (let contact = 0; contact < 3; contact += 1) {
      const grant = isInvited ? pick(random, GRANTS) : null
      await join({ ...plain, vendorId: id, isPrimary: contact === 0, roles: null, grant }, id)
    }
  }
  const team = people.filter(({ vendorId }) => vendorId === 0)
  const projectId = `project-${name}`
  const project = {
    ownerId: pick(random, team).id,
    state: pick(random, STATES),
    documentOwnerId: random() < 0.8 ? pick(random, team).id : null,
  }
  const model: Model = { project, people, vendors }
  await seedProject(database, {
    project: buildProject({
      id: projectId,
      organizationId: city,
      ownerId: project.ownerId,
      state: project.state,
      publishedOn: 0,
    }),
    rows: [
      ...PACKAGES.map((id) => ({
        entity: 'package' as const,
        row: buildPackage({ id: `${id}-${name}`, projectId }),
      })),
      {
        entity: 'document' as const,
        row: buildDocument({
          id: `d1-${name}`,
          packageId: `p1-${name}`,
          projectId,
          ownerId: project.documentOwnerId,
        }),
      },
      ...vendors
        .filter(({ isInvited }) => isInvited)
        .map(({ id, hasStarted, hasSubmittedAll }) => ({
          entity: 'projectVendor' as const,
          row: {
            ...buildProjectVendor(id),
            id: `${projectId}.${id}`,
            projectId,
            started: hasStarted,
            allSubmitted: hasSubmittedAll,
          },
        })),
    ],
    members: people.flatMap(({ id, roles }) =>
      roles === null ? [] : [{ userId: id, roles: roles as RoleId[] }],
    ),
    grants: people.flatMap(({ id, vendorId, grant }) =>
      grant === null
        ? []
        : [{ vendorId, userId: id, packageIds: grant === 'all' ? null : [...grant] }],
    ),
  })
  return { projectId, model }
}

/** Changes one thing that decides who is told, in the model and in the database. */
export const changeWorld = async (
  database: Database,
  random: Random,
  { projectId, model }: NoticeWorld,
): Promise<void> => {
  const person = pick(random, model.people)
  const { project } = model
  await database.write(async (tx) => {
    switch (pick(random, ['mute', 'state', 'active', 'grant', 'member', 'vendor'])) {
      case 'mute': {
        const row = { user_id: person.id, project_id: projectId }
        person.isMuted = !person.isMuted
        if (person.isMuted) await tx.insertInto('muted_projects').values(row).execute()
        else await tx.deleteFrom('muted_projects').where('user_id', '=', person.id).execute()
        return
      }
      case 'state': {
        const state: ProjectState = pick(random, STATES)
        project.state = state
        const { body } = await tx
          .selectFrom('projects')
          .select('body')
          .where('id', '=', projectId)
          .executeTakeFirstOrThrow()
        const changed = JSON.stringify({ ...(JSON.parse(body) as object), state })
        await tx
          .updateTable('projects')
          .set({ state, body: changed })
          .where('id', '=', projectId)
          .execute()
        return
      }
      case 'active':
        person.isActive = !person.isActive
        await tx
          .updateTable('organization_members')
          .set({ state: person.isActive ? 'ACTIVE' : 'BLOCKED' })
          .where('user_id', '=', person.id)
          .execute()
        return
      case 'grant': {
        if (person.vendorId === 0) return
        person.grant = pick(random, GRANTS)
        await tx.deleteFrom('restrictions').where('user_id', '=', person.id).execute()
        if (person.grant === null) return
        const packageIds = person.grant === 'all' ? null : JSON.stringify(person.grant)
        await tx
          .insertInto('restrictions')
          .values({
            project_id: projectId,
            vendor_id: person.vendorId,
            user_id: person.id,
            package_ids: packageIds,
          })
          .execute()
        return
      }
      case 'member': {
        if (person.vendorId !== 0) return
        person.roles = person.roles === null ? [pick(random, PROJECT_ROLES)] : null
        await tx.deleteFrom('project_members').where('user_id', '=', person.id).execute()
        if (person.roles === null) return
        const roles = JSON.stringify(person.roles)
        await tx
          .insertInto('project_members')
          .values({ project_id: projectId, user_id: person.id, roles, created_on: 0 })
          .execute()
        return
      }
      default: {
        const vendor = pick(random, model.vendors)
        vendor.isActive = !vendor.isActive
        await tx
          .updateTable('organizations')
          .set({ state: vendor.isActive ? 'ACTIVE' : 'INACTIVE' })
          .where('id', '=', vendor.id)
          .execute()
      }
    }
  })
}
