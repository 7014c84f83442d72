import type { projectMembers } from '#schema/api/projects-service/project-members.ts'
import { Refusal } from '#schema/refusal.ts'
import { organizationDenial } from '#schema/rules/access/access-organization.ts'
import { type ProjectScopedAction, projectDenial } from '#schema/rules/access/access-project.ts'
import { needPermission, refuse } from '#schema/rules/access/denial.ts'
import { roleAssignmentDenial } from '#schema/rules/access/role-assignment.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { rolesOfScope } from '#schema/tables/roles.ts'
import { clearAssignments } from '../commands/clear-assignments.ts'
import { changeProject, requireNewest } from '../commands/execute.ts'
import { loggingAccess } from '../database/project-log/log-access.ts'
import type { ProjectUnit } from '../commands/project-unit.ts'
import { activeMembers } from '../database/access/active-members.ts'
import { refuseContact, refuseContactAddress } from '../database/access/both-sides.ts'
import type { Queries } from '../database/database.ts'
import { cancelOpen, emailOf, invite } from '../identity/invite.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { pageOf } from '../page-of.ts'
import { openProject } from './open-project.ts'
import { findMemberId, readCandidates, readMembers, setInvitedRoles } from './read-members.ts'
import { seenRow } from './structure.ts'

const DONE = { done: true } as const

/** Opens a project for people who may manage its members or roles, in every state. */
const openMembers = async (context: SignedInContext, projectId: string) => {
  const opened = await openProject(context, projectId)
  if (opened.actor.relation === 'vendor') throw new Refusal('NOT_ALLOWED')
  refuse(
    needPermission(opened.actor.permissions, [
      'PROJECT_MEMBERS_MANAGE',
      'PROJECT_ROLES_ADMINISTRATE',
    ]),
  )
  return opened
}

interface Change {
  tx: Queries
  unit: ProjectUnit
  projectId: string
  organizationId: number
  ownerId: number
  now: number
}

interface Wanted {
  projectId: string
  actions: readonly ProjectScopedAction[]
  roleIds: readonly RoleId[]
}

/**
 * Runs `work` in one transaction, if the person may do all of `actions` and assign all of `roleIds`.
 * Makes all devices read the visibility again.
 */
const change = async (
  context: SignedInContext,
  { projectId, actions, roleIds }: Wanted,
  work: (change: Change) => Promise<void>,
): Promise<void> => {
  const { person } = context
  await context.services.moveDueProjects()
  await changeProject(
    context.commands,
    { userId: person.userId, projectId },
    async (unit, actor, tx) => {
      const project = await unit.rows.get('project', projectId)
      if (project === undefined) throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
      for (const action of actions)
        refuse(projectDenial({ person, inProject: actor }, action, { project }))
      const subject = { organizationId: project.organizationId, parentId: null }
      for (const role of roleIds)
        refuse(roleAssignmentDenial(person, role, { ...subject, inProject: actor.permissions }))
      const { organizationId, ownerId } = project
      const { now } = unit
      await loggingAccess(tx, { projectIds: [projectId], now, actorId: person.userId }, () =>
        work({ tx, unit, projectId, organizationId, ownerId, now }),
      )
      unit.isVisibilityChanged = true
    },
  )
}

const projectRoles = (roleIds: readonly string[]): RoleId[] => {
  const roles = rolesOfScope([...new Set(roleIds)], 'project')
  if (roles.length === new Set(roleIds).size) return roles
  throw new Refusal('INPUT_INVALID', {
    field: 'roleIds',
    detail: { field: 'roleIds', problem: 'names what is no role of a project' },
  })
}
const unnamed = (): Refusal =>
  new Refusal('INPUT_INVALID', {
    field: 'userId',
    detail: { field: 'userId', problem: 'or an email is needed' },
  })

export const projectMemberHandlers: Handlers<typeof projectMembers> = {
  list: async ({ params, body }, context) => {
    const { tx, project } = await openMembers(context, params.id)
    return pageOf(await readMembers(tx, project, context.services.clock()), body)
  },

  unassigned: async ({ params }, context) => {
    const { tx, project } = await openMembers(context, params.id)
    return await readCandidates(tx, project)
  },

  add: async ({ params, body }, context) => {
    const { services, person } = context
    const roles = projectRoles(body.roleIds)
    if (body.userId === undefined && body.email === undefined) throw unnamed()
    let isInvited = false
    await change(
      context,
      { projectId: params.id, actions: ['members.manage'], roleIds: roles },
      async ({ tx, unit, projectId, organizationId, ownerId, now }) => {
        const userId = await findMemberId(tx, organizationId, body)
        if (userId === ownerId) throw new Refusal('ENTITY_ALREADY_EXISTS')
        if (userId !== null) {
          const field = body.userId === undefined ? 'email' : 'userId'
          await refuseContact(tx, { projectId, userId }, field)
          // A person who left the organization may have left assignments behind.
          await clearAssignments(unit, [userId])
          const added = await tx
            .insertInto('project_members')
            .values({
              project_id: projectId,
              user_id: userId,
              roles: JSON.stringify(roles),
              created_on: now,
            })
            .onConflict((conflict) => conflict.columns(['project_id', 'user_id']).doNothing())
            .returning('user_id')
            .executeTakeFirst()
          if (added === undefined) throw new Refusal('ENTITY_ALREADY_EXISTS')
          return
        }
        if (body.userId !== undefined || body.email === undefined) throw new Refusal('NOT_FOUND')
        refuse(organizationDenial(person, 'invitation.create', { organizationId, parentId: null }))
        await refuseContactAddress(tx, { projectId, email: emailOf(body.email), now })
        await invite(tx, {
          email: body.email,
          organizationId,
          roles: [],
          project: { id: projectId, roles },
          invitedBy: person,
          language: body.language,
          baseUrl: services.baseUrl,
          now,
        })
        isInvited = true
      },
    )
    if (isInvited) services.wakeMails()
    return { isInvited }
  },

  remove: async ({ params, body }, context) => {
    await change(
      context,
      { projectId: params.id, actions: ['members.manage'], roleIds: [] },
      async ({ tx, unit, projectId, organizationId, now }) => {
        let removed = 0
        if (body.userIds.length > 0) {
          const gone = await tx
            .deleteFrom('project_members')
            .where('project_id', '=', projectId)
            .where('user_id', 'in', body.userIds)
            .returning('user_id')
            .execute()
          removed += gone.length
          await clearAssignments(
            unit,
            gone.map((row) => row.user_id),
          )
        }
        for (const email of body.emails)
          removed += await cancelOpen(tx, { email, organizationId, projectId }, now)
        if (removed === 0) throw new Refusal('NOT_FOUND')
      },
    )
    return DONE
  },

  setRoles: async ({ params, body }, context) => {
    const roles = projectRoles(body.roleIds)
    const { userId, email } = body
    if (userId === undefined && email === undefined) throw unnamed()
    await change(
      context,
      { projectId: params.id, actions: ['roles.administrate'], roleIds: roles },
      async ({ tx, projectId, organizationId, now }) => {
        const changed =
          userId === undefined
            ? await setInvitedRoles(
                tx,
                { email: emailOf(email ?? ''), organizationId, projectId, roles },
                now,
              )
            : (
                await tx
                  .updateTable('project_members')
                  .set({ roles: JSON.stringify(roles) })
                  .where('project_id', '=', projectId)
                  .where('user_id', '=', userId)
                  .returning('user_id')
                  .execute()
              ).length
        if (changed === 0) throw new Refusal('NOT_FOUND')
      },
    )
    return DONE
  },

  changeOwner: async ({ params, body }, context) => {
    await change(
      context,
      { projectId: params.id, actions: ['project.changeOwner'], roleIds: [] },
      async ({ tx, unit, projectId, organizationId, ownerId, now }) => {
        const next = await activeMembers(tx, [organizationId])
          .select(['users.name', 'roles'])
          .where('users.id', '=', body.id)
          .executeTakeFirst()
        const project = await unit.rows.get('project', projectId)
        // A system administrator cannot see projects and therefore cannot own one.
        if (
          next === undefined ||
          project === undefined ||
          rolesOfScope(JSON.parse(next.roles) as string[], 'system').length > 0
        )
          throw new Refusal('NOT_FOUND')
        if (body.updatedOn !== undefined)
          await requireNewest(unit, seenRow('project', projectId, body.updatedOn))
        if (body.id === ownerId) return
        await refuseContact(tx, { projectId, userId: body.id }, 'id')
        unit.rows.put('project', { ...project, ownerId: body.id, ownerName: next.name }, now)
        unit.rows.accept()
        await tx
          .deleteFrom('project_members')
          .where('project_id', '=', projectId)
          .where('user_id', 'in', [body.id, ownerId])
          .execute()
        await tx
          .insertInto('project_members')
          .values({
            project_id: projectId,
            user_id: ownerId,
            roles: JSON.stringify(['role-project-admin']),
            created_on: now,
          })
          .execute()
      },
    )
    return DONE
  },

  setNotifications: async ({ params, query }, context) => {
    await openProject(context, params.id)
    const enabled = query.enabled === 'true'
    const row = { user_id: context.person.userId, project_id: params.id }
    await context.services.database.write(async (tx) => {
      if (enabled)
        await tx
          .deleteFrom('muted_projects')
          .where('user_id', '=', row.user_id)
          .where('project_id', '=', row.project_id)
          .execute()
      else
        await tx
          .insertInto('muted_projects')
          .values(row)
          .onConflict((conflict) => conflict.columns(['user_id', 'project_id']).doNothing())
          .execute()
    })
    return { enabled }
  },

  notifications: async (_input, { services, person }) =>
    (
      await services.database.queries
        .selectFrom('muted_projects')
        .select('project_id')
        .where('user_id', '=', person.userId)
        .execute()
    ).map((row) => row.project_id),
}
