import { rolesOfScope } from '#schema/tables/roles.ts'
import { compiledOnce } from '../compiled-once.ts'
import { inPieces, type Queries } from '../database.ts'
import { activeMembers } from './active-members.ts'
import { standsOnBothSides } from './both-sides.ts'

/** A person who may own content of a project or be a member of its documents. */
export interface TeamMember {
  id: number
  name: string
}

interface Wanted {
  organizationId: number
  projectIds: readonly string[]
}

/**
 * Owner and members of each project who are active members of the organization, by name. Leaves out
 * system administrators, who see no project.
 */
export const readTeams = async (
  tx: Queries,
  { organizationId, projectIds }: Wanted,
): Promise<Map<string, TeamMember[]>> => {
  const teams = new Map<string, Map<number, string>>()
  for (const piece of inPieces(projectIds)) {
    const wanted = { organizationId, projectIds: [...piece] }
    const found = [...(await findOwners(tx, wanted)), ...(await findMembers(tx, wanted))]
    for (const { projectId, id, name, roles } of found) {
      if (rolesOfScope(JSON.parse(roles) as string[], 'system').length > 0) continue
      const team = teams.get(projectId) ?? new Map<number, string>()
      teams.set(projectId, team.set(id, name))
    }
  }
  return new Map([...teams].map(([projectId, team]) => [projectId, byName(team)]))
}

const byName = (team: ReadonlyMap<number, string>): TeamMember[] =>
  [...team]
    .map(([id, name]) => ({ id, name }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id))

type InProjects = { organizationId: number; projectIds: string[] }
const PERSON = ['users.id as id', 'users.name as name', 'organization_members.roles'] as const

const findOwners = compiledOnce((tx, { organizationId, projectIds }: InProjects) =>
  activeMembers(tx, [organizationId])
    .innerJoin('projects', 'projects.owner_id', 'users.id')
    .select([...PERSON, 'projects.id as projectId'])
    .where('projects.id', 'in', projectIds),
)
const findMembers = compiledOnce((tx, { organizationId, projectIds }: InProjects) =>
  activeMembers(tx, [organizationId])
    .innerJoin('project_members', 'project_members.user_id', 'users.id')
    .select([...PERSON, 'project_members.project_id as projectId'])
    .where('project_members.project_id', 'in', projectIds),
)

/** Whether the person is on the team of the project and not also a contact of one of its vendors. */
export const isOnTeam = async (
  tx: Queries,
  { projectId, organizationId }: { projectId: string; organizationId: number },
  userId: number,
): Promise<boolean> => {
  const teams = await readTeams(tx, { organizationId, projectIds: [projectId] })
  const isMember = teams.get(projectId)?.some(({ id }) => id === userId) === true
  return isMember && !(await standsOnBothSides(tx, projectId, userId))
}
