import type { projectAvatars } from '#schema/api/projects-service/project-avatars.ts'
import { requireAllowed } from '#schema/rules/access/access.ts'
import { execute } from '../commands/execute.ts'
import { readHome } from '../database/projects/read-home.ts'
import { changedPicture, dropPicture, keepPicture } from '../database/pictures.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { openProject } from './open-project.ts'
import { seenRow } from './structure.ts'

export const projectAvatarHandlers: Handlers<typeof projectAvatars> = {
  list: async ({ body }, { services, person }) => {
    await services.moveDueProjects()
    const asked = new Set(body.ids)
    const home = await services.database.read((tx) => readHome(tx, person))
    return home.filter(({ id }) => asked.has(id)).map(({ id, avatar = null }) => ({ id, avatar }))
  },

  set: async ({ params: { id }, body }, context) => {
    const { picture, updatedOn } = body
    const avatar = await withPicture(context, { id, picture }, async (patch) => {
      await execute(context.commands, context.caller.userId, {
        command: 'projects.update',
        args: { projectId: id, patch },
        precondition: seenRow('project', id, updatedOn),
      })
      return patch.avatar ?? null
    })
    return { avatar }
  },
}

/**
 * Stores the picture of a project, runs the update that names it, and deletes what no row shows
 * afterwards. A body without a picture, or with the present one, gives an empty patch.
 */
export const withPicture = async <R>(
  context: SignedInContext,
  { id, picture }: { id: string; picture: string | null | undefined },
  update: (patch: { avatar?: string | null }) => Promise<R>,
): Promise<R> => {
  const { database, clock } = context.services
  const { actor, project } = await openProject(context, id)
  const former = project.avatar ?? null
  const changed = changedPicture(picture, former)
  if (changed === undefined) return await update({})
  // The mutation checks again. Nothing of a person without the right is stored.
  requireAllowed(actor, 'project.edit', { ...project, now: clock() })
  const avatar = await database.write((tx) => keepPicture(tx, changed, clock()))
  try {
    return await update({ avatar })
  } finally {
    await database.write(async (tx) => {
      await dropPicture(tx, avatar)
      await dropPicture(tx, former)
    })
  }
}
