import { type Expression, sql } from 'kysely'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { projectActorOf } from '#schema/rules/access/project-actor.ts'
import { compiledOnce } from '../compiled-once.ts'
import type { Queries } from '../database.ts'
import { together } from '../together.ts'
import { standsOnBothSides } from './both-sides.ts'
import type { Person, ProjectGlance } from './read-actor.ts'

/** What binds a person to a project, before it is known on which side they are. */
export interface Standing {
  /** The organization that the person stands in. */
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
type Place = { projectId: string; userId: number }

const standings = (
  tx: Queries,
  { projectId, userId }: Place,
  organizationId: Expression<number | null>,
) =>
  tx
    .selectFrom('users')
    .leftJoin('project_members as member', (join) =>
      join.onRef('member.user_id', '=', 'users.id').on('member.project_id', '=', projectId),
    )
    .leftJoin('project_vendors as invited', (join) =>
      join.on('invited.vendor_id', '=', organizationId).on('invited.project_id', '=', projectId),
    )
    .leftJoin('restrictions as granted', (join) =>
      join
        .onRef('granted.user_id', '=', 'users.id')
        .on('granted.vendor_id', '=', organizationId)
        .on('granted.project_id', '=', projectId),
    )
    .select([
      'users.active_organization_id as organizationId',
      'member.roles as memberRoles',
      'invited.id as invited',
      'granted.user_id as granted',
      'granted.package_ids as packageIds',
    ])
    .where('users.id', '=', userId)

const findActive = compiledOnce((tx, place: Place) =>
  standings(tx, place, sql.ref('users.active_organization_id')),
)
const findIn = compiledOnce(
  (tx, { organizationId, ...place }: Place & { organizationId: number }) =>
    standings(tx, place, sql`${organizationId}`),
)

/**
 * In the active organization. Depends on no other read, so that it can be under way together with
 * the person and the project.
 */
export const readStanding = async (tx: Queries, place: Place): Promise<Standing | null> => {
  const [[row], isOnBothSides] = await together(tx, [
    () => findActive(tx, place),
    () => standsOnBothSides(tx, place.projectId, place.userId),
  ])
  return row === undefined ? null : { ...row, isOnBothSides }
}

/** In one of their organizations, whichever is active. */
export const readStandingIn = async (
  tx: Queries,
  place: Place & { organizationId: number },
): Promise<Standing | null> => {
  const [[row], isOnBothSides] = await together(tx, [
    () => findIn(tx, place),
    () => standsOnBothSides(tx, place.projectId, place.userId),
  ])
  return row === undefined ? null : { ...row, organizationId: place.organizationId, isOnBothSides }
}

/**
 * Role and permissions of the person in the project; null if they may not see it. A person on both
 * sides gets no access with either organization: each side would reveal the other.
 */
export const actorFrom = (
  person: Person,
  project: ProjectGlance,
  { memberRoles, invited, granted, packageIds, isOnBothSides }: Standing,
): ProjectActor | null =>
  isOnBothSides
    ? null
    : projectActorOf(person, {
        project,
        memberRoles: memberRoles === null ? null : (JSON.parse(memberRoles) as string[]),
        isInvited: invited !== null,
        grant:
          granted === null
            ? null
            : { packageIds: packageIds === null ? null : (JSON.parse(packageIds) as string[]) },
      })
