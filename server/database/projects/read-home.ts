import type { ProjectSummary } from '#schema/api/sync.ts'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { isOpenToVendors } from '#schema/rules/access/access.ts'
import { published } from '#schema/rules/access/publication.ts'
import { type Person, requestorActor, vendorActor } from '../access/read-actor.ts'
import { readBothSidesOf } from '../access/both-sides.ts'
import { type Contact, readContacts } from '../access/contacts.ts'
import { readTeams } from '../access/team.ts'
import { compiledOnce } from '../compiled-once.ts'
import { inPieces, type Queries } from '../database.ts'
import { parseRow } from '../entity-tables.ts'

interface Seen {
  project: Project
  actor: ProjectActor
}

/** All projects that the person may see, in the form they may see, most recently changed first. */
export const readHome = async (tx: Queries, person: Person): Promise<ProjectSummary[]> => {
  const own =
    person.parentId === null
      ? await requestorProjects(tx, person)
      : await vendorProjects(tx, person, person.parentId)
  const onBothSides = await readBothSidesOf(tx, person.userId)
  const seen = own.filter(({ project }) => !onBothSides.has(project.id))
  const counts = await readCounts(
    tx,
    seen.map(({ project }) => project.id),
  )
  const { organizationId, parentId } = person
  const projectIds = seen.map(({ project }) => project.id)
  const teams: Map<string, Contact[]> =
    parentId === null
      ? await readTeams(tx, { organizationId, projectIds })
      : await readContacts(tx, { vendorId: organizationId, projectIds })
  const restored = new Map(
    (parentId === null ? await findRestored(tx, { organizationId }) : []).map(
      ({ project_id, restored_on, by_name }) => [project_id, { on: restored_on, by: by_name }],
    ),
  )
  const favorites = new Set(
    (await findFavorites(tx, { userId: person.userId })).map((row) => row.project_id),
  )
  return seen
    .map((one) =>
      summaryOf(one, {
        counts: counts.get(one.project.id) ?? new Map(),
        favorite: favorites.has(one.project.id),
        team: teams.get(one.project.id),
        restored: restored.get(one.project.id),
      }),
    )
    .sort((a, b) => b.updatedOn - a.updatedOn)
}

/**
 * One project of the list.
 * @returns null if the person may not see it
 */
export const readSummary = async (
  tx: Queries,
  person: Person,
  projectId: string,
): Promise<ProjectSummary | null> =>
  (await readHome(tx, person)).find(({ id }) => id === projectId) ?? null

interface SummaryFacts {
  counts: ReadonlyMap<string, number>
  favorite: boolean
  /** At a vendor its contacts who see the project. */
  team: Contact[] | undefined
  restored: ProjectSummary['restored']
}
const summaryOf = (
  { project, actor }: Seen,
  { counts, favorite, team, restored }: SummaryFacts,
): ProjectSummary => {
  const { relation, permissions, isAdministrator, vendorId, packageIds } = actor
  const administrator = isAdministrator === true ? { isAdministrator } : {}
  const row = relation === 'vendor' ? (published('project', project) ?? project) : project
  const counted = [...counts].filter(
    ([packageId]) => packageIds === null || packageIds.includes(packageId),
  )
  return {
    ...row,
    me: {
      relation,
      permissions: [...permissions],
      ...administrator,
      vendorId,
      packageIds: packageIds === null ? null : [...packageIds],
    },
    requirementCount: counted.reduce((sum, [, count]) => sum + count, 0),
    favorite,
    ...(restored === undefined ? {} : { restored }),
    ...(team === undefined ? {} : { team: packageIds === null ? team : team.map(withoutPackages) }),
  }
}

/** A contact restricted to packages learns of no other package. */
const withoutPackages = ({ id, name }: Contact): Contact => ({ id, name })

const requestorProjects = async (tx: Queries, person: Person): Promise<Seen[]> => {
  const rows = await findProjects(tx, { organizationId: person.organizationId })
  const memberships = await findMemberships(tx, { userId: person.userId })
  const roles = new Map(
    memberships.map((row) => [row.project_id, JSON.parse(row.roles) as string[]]),
  )
  return rows.flatMap(({ body }) => {
    const project = parseRow('project', body)
    const actor = requestorActor(person, project, roles.get(project.id) ?? null)
    return actor === null ? [] : [{ project, actor }]
  })
}

const vendorProjects = async (tx: Queries, person: Person, parentId: number): Promise<Seen[]> => {
  const rows = await findInvitations(tx, { vendorId: person.organizationId, parentId })
  const grants = await findGrants(tx, { vendorId: person.organizationId, userId: person.userId })
  return rows.flatMap(({ body }) => {
    const project = parseRow('project', body)
    const actor = vendorActor(
      person,
      project,
      grants.find((grant) => grant.project_id === project.id),
    )
    return actor === null || !isOpenToVendors(project) ? [] : [{ project, actor }]
  })
}

const readCounts = async (
  tx: Queries,
  projectIds: string[],
): Promise<Map<string, Map<string, number>>> => {
  const counts = new Map<string, Map<string, number>>()
  for (const piece of inPieces(projectIds)) {
    const rows = await findCounts(tx, { projectIds: piece })
    for (const { project_id, id, requirement_count } of rows)
      counts.set(
        project_id,
        (counts.get(project_id) ?? new Map<string, number>()).set(id, requirement_count),
      )
  }
  return counts
}

const findProjects = compiledOnce((tx, { organizationId }: { organizationId: number }) =>
  tx.selectFrom('projects').select('body').where('organization_id', '=', organizationId),
)
const findMemberships = compiledOnce((tx, { userId }: { userId: number }) =>
  tx.selectFrom('project_members').select(['project_id', 'roles']).where('user_id', '=', userId),
)
const findInvitations = compiledOnce(
  (tx, { vendorId, parentId }: { vendorId: number; parentId: number }) =>
    tx
      .selectFrom('project_vendors')
      .innerJoin('projects', 'projects.id', 'project_vendors.project_id')
      .select('projects.body')
      .where('project_vendors.vendor_id', '=', vendorId)
      .where('projects.organization_id', '=', parentId),
)
const findGrants = compiledOnce((tx, { vendorId, userId }: { vendorId: number; userId: number }) =>
  tx
    .selectFrom('restrictions')
    .select(['project_id', 'package_ids'])
    .where('vendor_id', '=', vendorId)
    .where('user_id', '=', userId),
)
const findFavorites = compiledOnce((tx, { userId }: { userId: number }) =>
  tx.selectFrom('favorites').select('project_id').where('user_id', '=', userId),
)
const findCounts = compiledOnce((tx, { projectIds }: { projectIds: string[] }) =>
  tx
    .selectFrom('packages')
    .select(['project_id', 'id', 'requirement_count'])
    .where('project_id', 'in', projectIds),
)
const findRestored = compiledOnce((tx, { organizationId }: { organizationId: number }) =>
  tx
    .selectFrom('restorations')
    .innerJoin('projects', 'projects.id', 'restorations.project_id')
    .select(['restorations.project_id', 'restored_on', 'by_name'])
    .where('projects.organization_id', '=', organizationId),
)
