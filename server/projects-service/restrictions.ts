import type { restrictions } from '#schema/api/users-service/vendors.ts'
import { Refusal } from '#schema/refusal.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { projectDenial } from '#schema/rules/access/access-project.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import { changeProject } from '../commands/execute.ts'
import type { Queries } from '../database/database.ts'
import { loggingAccess } from '../database/project-log/log-access.ts'
import { readActiveIds } from '../database/access/active-members.ts'
import { readMembersOf } from '../database/access/members.ts'
import type { Project } from '#schema/entities/project.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { openProject } from './open-project.ts'

const unusable = (field: string, problem: string): Refusal =>
  new Refusal('INPUT_INVALID', { field, detail: { field, problem } })

interface Wanted {
  actor: ProjectActor
  project: Project
  action: 'restrictions.read' | 'restrictions.edit'
  vendorId: number
}
const requireMay = (
  { person, services }: SignedInContext,
  { actor, project, action, vendorId }: Wanted,
): void =>
  refuse(
    projectDenial({ person, inProject: actor }, action, {
      project,
      vendorId,
      now: services.clock(),
    }),
  )

/** Throws NOT_FOUND, as for an unknown vendor, if the vendor is not in the project. */
const requireInProject = async (
  tx: Queries,
  projectId: string,
  vendorId: number,
): Promise<void> => {
  const found = await tx
    .selectFrom('project_vendors')
    .select('id')
    .where('project_id', '=', projectId)
    .where('vendor_id', '=', vendorId)
    .executeTakeFirst()
  if (found === undefined) throw new Refusal('NOT_FOUND')
}

const readGrants = (tx: Queries, projectId: string, vendorId: number) =>
  tx
    .selectFrom('restrictions')
    .select(['user_id', 'package_ids'])
    .where('project_id', '=', projectId)
    .where('vendor_id', '=', vendorId)
    .orderBy('user_id')
    .execute()

const listContacts = async (tx: Queries, vendorId: number) => {
  const active = await readActiveIds(tx, vendorId)
  const people = await tx
    .selectFrom('organization_members')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['users.id as userId', 'users.name', 'is_primary_contact'])
    .where('organization_id', '=', vendorId)
    .orderBy('users.name')
    .orderBy('users.id')
    .execute()
  return people.map(({ is_primary_contact: primary, ...one }) => ({
    ...one,
    isPrimaryContact: primary === 1,
    isActive: active.has(one.userId),
  }))
}

export const restrictionHandlers: Handlers<typeof restrictions> = {
  get: async ({ params: { id, vendorId } }, context) => {
    const { tx, project, actor } = await openProject(context, id)
    requireMay(context, { actor, project, action: 'restrictions.read', vendorId })
    await requireInProject(tx, id, vendorId)
    const grants = await readGrants(tx, id, vendorId)
    return {
      vendorId,
      contacts: await listContacts(tx, vendorId),
      users: grants.map((grant) => ({
        userId: grant.user_id,
        packageIds: grant.package_ids === null ? null : (JSON.parse(grant.package_ids) as string[]),
      })),
    }
  },

  set: async ({ params: { id }, body: { vendorId, users } }, context) => {
    await openProject(context, id)
    await changeProject(
      context.commands,
      { userId: context.caller.userId, projectId: id },
      async (unit, actor, tx) => {
        const project = await unit.rows.get('project', id)
        if (project === undefined) throw new Refusal('ACCESS_TO_PROJECT_IS_DENIED')
        requireMay(context, { actor, project, action: 'restrictions.edit', vendorId })
        await requireInProject(tx, id, vendorId)
        const contacts = new Set((await readMembersOf(tx, vendorId)).map(({ userId }) => userId))
        const grantable = await readActiveIds(tx, vendorId)
        // A blocked contact keeps an earlier grant, so that others can still be restricted.
        for (const { user_id } of await readGrants(tx, id, vendorId))
          if (contacts.has(user_id)) grantable.add(user_id)
        if (
          users.some(({ userId }) => !grantable.has(userId)) ||
          new Set(users.map(({ userId }) => userId)).size !== users.length
        )
          throw unusable('users', 'names a person who is not an active contact of the vendor')
        const packages = new Set(
          (await tx.selectFrom('packages').select('id').where('project_id', '=', id).execute()).map(
            (row) => row.id,
          ),
        )
        if (
          users.some(
            ({ packageIds }) => packageIds?.some((packageId) => !packages.has(packageId)) === true,
          )
        )
          throw unusable('packageIds', 'names a package that is not in the project')
        await loggingAccess(
          tx,
          { projectIds: [id], now: unit.now, actorId: actor.userId },
          async () => {
            await tx
              .deleteFrom('restrictions')
              .where('project_id', '=', id)
              .where('vendor_id', '=', vendorId)
              .execute()
            if (users.length === 0) return
            await tx
              .insertInto('restrictions')
              .values(
                users.map(({ userId, packageIds }) => ({
                  project_id: id,
                  vendor_id: vendorId,
                  user_id: userId,
                  package_ids: packageIds === null ? null : JSON.stringify(packageIds),
                })),
              )
              .execute()
          },
        )
        unit.isVisibilityChanged = true
      },
    )
    return { done: true }
  },
}
