import type { parts } from '#schema/api/projects-service/parts.ts'
import { vendorPartId } from '#schema/entities/vendor-part.ts'
import type { CommandArgs } from '#schema/mutations/inputs.ts'
import { execute } from '../commands/execute.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { listRows, openProject, requireRow } from './open-project.ts'
import { seenRow } from './structure.ts'

type Place = Pick<
  CommandArgs['parts.setReady'],
  'projectId' | 'vendorId' | 'documentId' | 'sectionId'
>
const idOf = ({ vendorId, documentId, sectionId }: Place): string =>
  vendorPartId(sectionId ?? documentId, vendorId)

const readPart = async (context: SignedInContext, place: Place) =>
  await requireRow(await openProject(context, place.projectId), 'vendorPart', idOf(place))

export const partHandlers: Handlers<typeof parts> = {
  list: async ({ params }, context) =>
    await listRows(await openProject(context, params.id), 'vendorPart'),

  update: async ({ body }, context) => {
    const { projectId, vendorId, documentId, sectionId, updatedOn, ...patch } = body
    const place = { projectId, vendorId, documentId, sectionId }
    await execute(context.commands, context.caller.userId, {
      command: 'parts.update',
      args: { ...place, patch },
      precondition: seenRow('vendorPart', idOf(place), updatedOn),
    })
    return await readPart(context, place)
  },

  setReady: async ({ body: { updatedOn, ...args } }, context) => {
    await execute(context.commands, context.caller.userId, {
      command: 'parts.setReady',
      args,
      precondition: seenRow('vendorPart', idOf(args), updatedOn),
    })
    return await readPart(context, args)
  },
}
