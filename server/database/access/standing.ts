import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { compiledOnce } from '../compiled-once.ts'
import type { Queries } from '../database.ts'
import { together } from '../together.ts'
import { standsOnBothSides } from './both-sides.ts'
import {
  type Person,
  type ProjectGlance,
  readActor,
  requestorActor,
  vendorActor,
} from './read-actor.ts'

/** What binds a person to a project, before it is known on which side they are. */
export interface Standing {
  /** The active organization. */
  organizationId: number | null
  /** Roles of a member of the project, as stored. */
  memberRoles: string | null
  /** Set if the organization is invited as a vendor. */
  invited: string | null
  /** Set if the person has a grant with that organization. */
  granted: number | null
  packageIds: string | null
  isOnBothSides: boolean
}

const findStanding = compiledOnce(
  (tx, { projectId, userId }: { projectId: string; userId: number }) =>
    tx
      .selectFrom('users')
      .leftJoin('project_members as member', (join) =>
        join.onRef('member.user_id', '=', 'users.id').on('member.project_id', '=', projectId),
      )
      .leftJoin('project_vendors as invited', (join) =>
        join
          .onRef('invited.vendor_id', '=', 'users.active_organization_id')
          .on('invited.project_id', '=', projectId),
      )
      .leftJoin('restrictions as granted', (join) =>
        join
          .onRef('granted.user_id', '=', 'users.id')
          .onRef('granted.vendor_id', '=', 'users.active_organization_id')
          .on('granted.project_id', '=', projectId),
      )
      .select([
        'users.active_organization_id as organizationId',
        'member.roles as memberRoles',
        'invited.id as invited',
        'granted.user_id as granted',
        'granted.package_ids as packageIds',
      ])
      .where('users.id', '=', userId),
)

/** Depends on no other read, so that it can be under way together with the person and the project. */
export const readStanding = async (
  tx: Queries,
  place: { projectId: string; userId: number },
): Promise<Standing | null> => {
  const [[row], isOnBothSides] = await together(tx, [
    () => findStanding(tx, place),
    () => standsOnBothSides(tx, place.projectId, place.userId),
  ])
  return row === undefined ? null : { ...row, isOnBothSides }
}

/** Like `readActor`, from what was read before. */
export const actorOf = async (
  tx: Queries,
  { person, project }: { person: Person; project: ProjectGlance },
  standing: Standing | null,
): Promise<ProjectActor | null> => {
  // The person has changed the organization between the two reads.
  if (standing?.organizationId !== person.organizationId)
    return await readActor(tx, person, project)
  if (standing.isOnBothSides) return null
  const { memberRoles, invited, granted, packageIds } = standing
  if (person.parentId === null)
    return person.organizationId === project.organizationId
      ? requestorActor(
          person,
          project,
          memberRoles === null ? null : (JSON.parse(memberRoles) as string[]),
        )
      : null
  if (person.parentId !== project.organizationId || invited === null) return null
  return vendorActor(person, project, granted === null ? undefined : { package_ids: packageIds })
}
