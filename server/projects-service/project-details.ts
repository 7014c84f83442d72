import type { InferOutput } from 'valibot'
import type { projects } from '#schema/api/projects-service/projects.ts'
import { ROLE_IDS } from '#schema/tables/role-permissions.ts'
import type { SignedInContext } from '../route.ts'
import { readPackageDetails } from './document-details.ts'
import { type OpenedProject, requireSummary } from './open-project.ts'

type ProjectDetails = InferOutput<typeof projects.get.reply>

/** The project with its packages, as the caller may read it, and what the caller is in it. */
export const readProjectDetails = async (
  context: SignedInContext,
  opened: OpenedProject,
): Promise<ProjectDetails> => {
  const { projectId, actor } = opened
  const summary = await requireSummary(context, projectId)
  const { userId } = context.person
  const { avatar = null, weight = null, ownerId, ownerName } = summary
  return {
    ...summary,
    avatar,
    weight,
    projectRoles: await readOwnRoles(opened, userId),
    packages: await readPackageDetails(opened),
    ownerData: actor.relation === 'vendor' ? null : { id: ownerId, name: ownerName },
    permissions: [...actor.permissions],
    // A vendor's list of people holds its own contacts.
    membersCount: actor.relation === 'vendor' ? null : (summary.team?.length ?? null),
    notificationsEnabled: !(await isMuted(opened, userId)),
  }
}

/** The caller's roles as a member; an owner or a vendor's contact has none. */
const readOwnRoles = async ({ tx, projectId }: OpenedProject, userId: number) => {
  const member = await tx
    .selectFrom('project_members')
    .select('roles')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const held = member === undefined ? [] : (JSON.parse(member.roles) as string[])
  return ROLE_IDS.filter((role) => held.includes(role))
}

const isMuted = async ({ tx, projectId }: OpenedProject, userId: number): Promise<boolean> =>
  (await tx
    .selectFrom('muted_projects')
    .select('project_id')
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst()) !== undefined
