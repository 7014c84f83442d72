import type { ProjectSummary } from '#schema/api/sync.ts'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { isOpenToVendors } from '#schema/rules/access.ts'
import { published } from '#schema/rules/publication.ts'
import { type Person, requestorActor, vendorActor } from '../access/read-actor.ts'
import { inPieces, type Queries } from '../database.ts'
import { parseRow } from '../entity-tables.ts'

interface Seen { project: Project; actor: ProjectActor }

/** Every project that the person sees, as far as they see it, newest change first. */
export const readHome = async (tx: Queries, person: Person): Promise<ProjectSummary[]> => {
  const seen = person.parentId === null ? await requestorProjects(tx, person) : await vendorProjects(tx, person, person.parentId)
  const counts = await countRequirements(tx, seen.map(({ project }) => project.id))
  const favorites = new Set((await tx.selectFrom('favorites').select('project_id').where('user_id', '=', person.userId).execute()).map((row) => row.project_id))
  return seen.map(({ project, actor }) => summaryOf(project, actor, counts.get(project.id) ?? new Map(), favorites.has(project.id)))
    .sort((a, b) => b.updatedOn - a.updatedOn)
}

/** One project of the list. @returns null where the person does not see it */
export const readSummary = async (tx: Queries, person: Person, projectId: string): Promise<ProjectSummary | null> =>
  (await readHome(tx, person)).find(({ id }) => id === projectId) ?? null

const summaryOf = (project: Project, actor: ProjectActor, counts: ReadonlyMap<string, number>, favorite: boolean): ProjectSummary => {
  const { relation, permissions, vendorId, packageIds } = actor
  const row = relation === 'vendor' ? published('project', project) ?? project : project
  const counted = [...counts].filter(([packageId]) => packageIds === null || packageIds.includes(packageId))
  return {
    ...row, me: { relation, permissions: [...permissions], vendorId, packageIds: packageIds === null ? null : [...packageIds] },
    requirementCount: counted.reduce((sum, [, count]) => sum + count, 0), favorite,
  }
}

const requestorProjects = async (tx: Queries, person: Person): Promise<Seen[]> => {
  const rows = await tx.selectFrom('projects').select('body').where('organization_id', '=', person.organizationId).execute()
  const memberships = await tx.selectFrom('project_members').select(['project_id', 'roles']).where('user_id', '=', person.userId).execute()
  const roles = new Map(memberships.map((row) => [row.project_id, JSON.parse(row.roles) as string[]]))
  return rows.flatMap(({ body }) => {
    const project = parseRow('project', body)
    const actor = requestorActor(person, project, roles.get(project.id) ?? null)
    return actor === null ? [] : [{ project, actor }]
  })
}

const vendorProjects = async (tx: Queries, person: Person, parentId: number): Promise<Seen[]> => {
  const rows = await tx.selectFrom('project_vendors').innerJoin('projects', 'projects.id', 'project_vendors.project_id').select('projects.body')
    .where('project_vendors.vendor_id', '=', person.organizationId).where('projects.organization_id', '=', parentId).execute()
  const grants = await tx.selectFrom('restrictions').select(['project_id', 'package_ids']).where('vendor_id', '=', person.organizationId).where('user_id', '=', person.userId).execute()
  return rows.flatMap(({ body }) => {
    const project = parseRow('project', body)
    const actor = vendorActor(person, project, grants.find((grant) => grant.project_id === project.id))
    return actor === null || !isOpenToVendors(project) ? [] : [{ project, actor }]
  })
}

const countRequirements = async (tx: Queries, projectIds: string[]): Promise<Map<string, Map<string, number>>> => {
  const counts = new Map<string, Map<string, number>>()
  for (const piece of inPieces(projectIds)) {
    const rows = await tx.selectFrom('requirements').select(['project_id', 'package_id', (eb) => eb.fn.countAll<number>().as('count')])
      .where('project_id', 'in', piece).groupBy(['project_id', 'package_id']).execute()
    for (const { project_id, package_id, count } of rows) counts.set(project_id, (counts.get(project_id) ?? new Map<string, number>()).set(package_id, count))
  }
  return counts
}
