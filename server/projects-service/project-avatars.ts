import type { projectAvatars } from '#schema/api/projects-service/project-avatars.ts'
import { requireAllowed } from '#schema/rules/access/access.ts'
import { execute } from '../commands/execute.ts'
import { readHome } from '../database/projects/read-home.ts'
import { dropPicture, keepPicture } from '../database/pictures.ts'
import type { Handlers } from '../route.ts'
import { openProject } from './open-project.ts'

export const projectAvatarHandlers: Handlers<typeof projectAvatars> = {
  list: async ({ body }, { services, person }) => {
    await services.moveDueProjects()
    const asked = new Set(body.ids)
    const home = await services.database.read((tx) => readHome(tx, person))
    return home.filter(({ id }) => asked.has(id)).map(({ id, avatar = null }) => ({ id, avatar }))
  },

  set: async ({ params: { id }, body }, context) => {
    const { database, clock } = context.services
    const { actor, project } = await openProject(context, id)
    // The mutation checks again. Nothing of a person without the right is stored.
    requireAllowed(actor, 'project.edit', { ...project, now: clock() })
    const former = project.avatar ?? null
    const avatar = await database.write((tx) => keepPicture(tx, body.picture, clock()))
    try {
      await execute(context.commands, context.caller.userId, {
        command: 'projects.update',
        args: { projectId: id, patch: { avatar } },
      })
    } finally {
      await database.write(async (tx) => {
        await dropPicture(tx, avatar)
        await dropPicture(tx, former)
      })
    }
    return { avatar }
  },
}
