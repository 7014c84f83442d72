import type { attachments } from '#schema/api/projects-service/attachments.ts'
import { type Attachment, attachmentId } from '#schema/entities/attachment.ts'
import { Refusal } from '#schema/refusal.ts'
import { attachmentDenial } from '#schema/rules/files/attachment-rules.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import { execute } from '../commands/execute.ts'
import { newId } from '../database/new-id.ts'
import { requireProgram, sendDownload } from '../files/send-download.ts'
import { receiveForm } from '../files/receive-form.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { findProjectOf, listRows, openProject, requireRow } from './open-project.ts'
import { seenRow } from './structure.ts'

const DONE = { done: true } as const
type PlaceKind = 'package' | 'document' | 'requirement'
const PLACES = {
  package: 'packageId',
  document: 'documentId',
  requirement: 'requirementId',
} as const

const placeOf = ({ requirementId, documentId, packageId }: Attachment): string =>
  requirementId ?? documentId ?? packageId

const list = async (
  context: SignedInContext,
  kind: PlaceKind,
  id: string,
): Promise<Attachment[]> => {
  const opened = await openProject(context, await findProjectOf(context, kind, id))
  return (await listRows(opened, 'attachment', { [PLACES[kind]]: id })).filter(
    (row) => placeOf(row) === id,
  )
}

/** Checks the permission before reading the body; the command checks it again. */
const send = async (
  context: SignedInContext,
  kind: PlaceKind,
  placeId: string,
): Promise<Attachment> => {
  const { request, caller, person, services } = context
  const projectId = await findProjectOf(context, kind, placeId)
  const { actor, project } = await openProject(context, projectId)
  const { vendorId } = actor
  refuse(attachmentDenial(actor, 'attachment.create', { project, vendorId, now: services.clock() }))
  const sent = await receiveForm(
    services.files,
    { userId: caller.userId, organizationId: person.organizationId },
    { body: request.body, contentType: request.headers['content-type'] },
  )
  const id = newId()
  await execute(context.commands, caller.userId, {
    command: 'attachments.create',
    args: { projectId, id, place: { kind, id: placeId }, ...sent },
  })
  const opened = await openProject(context, projectId)
  return await requireRow(opened, 'attachment', attachmentId(id, opened.actor.vendorId))
}

const remove = async (
  context: SignedInContext,
  { kind, placeId }: { kind: PlaceKind; placeId: string },
  id: string,
): Promise<typeof DONE> => {
  const projectId = await findProjectOf(context, kind, placeId)
  const row = await requireRow(await openProject(context, projectId), 'attachment', id)
  if (placeOf(row) !== placeId) throw new Refusal('NOT_FOUND')
  await execute(context.commands, context.caller.userId, {
    command: 'attachments.remove',
    args: { projectId, id },
  })
  return DONE
}

export const attachmentHandlers: Handlers<typeof attachments> = {
  create: async ({ body: { id = newId(), place, ...rest } }, context) => {
    const projectId = await findProjectOf(context, place.kind, place.id)
    await execute(context.commands, context.caller.userId, {
      command: 'attachments.create',
      args: { projectId, id, place, ...rest },
    })
    const opened = await openProject(context, projectId)
    return await requireRow(opened, 'attachment', attachmentId(id, opened.actor.vendorId))
  },
  update: async ({ body: { id, updatedOn, ...patch } }, context) => {
    const projectId = await findProjectOf(context, 'attachment', id)
    await execute(context.commands, context.caller.userId, {
      command: 'attachments.update',
      args: { projectId, id, patch },
      precondition: seenRow('attachment', id, updatedOn),
    })
    return await requireRow(await openProject(context, projectId), 'attachment', id)
  },
  ofPackage: ({ params }, context) => list(context, 'package', params.id),
  ofDocument: ({ params }, context) => list(context, 'document', params.id),
  ofRequirement: ({ params }, context) => list(context, 'requirement', params.id),
  sendToPackage: ({ params }, context) => send(context, 'package', params.id),
  sendToDocument: ({ params }, context) => send(context, 'document', params.id),
  sendToRequirement: ({ params }, context) => send(context, 'requirement', params.id),
  removeOfPackage: ({ params, body }, context) =>
    remove(context, { kind: 'package', placeId: params.id }, body.id),
  removeOfDocument: ({ params, body }, context) =>
    remove(context, { kind: 'document', placeId: params.id }, body.id),
  removeOfRequirement: ({ params, body }, context) =>
    remove(context, { kind: 'requirement', placeId: params.id }, body.id),

  /**
   * A person who receives the row by sync may read its bytes. A wrong id and an id of other people
   * get the same answer.
   */
  content: async ({ params }, context) => {
    requireProgram(context.request)
    const projectId = await findProjectOf(context, 'attachment', params.id)
    const { name, file } = await requireRow(
      await openProject(context, projectId),
      'attachment',
      params.id,
    )
    const { blobs } = context.services.files
    const size = await blobs.size(file.contentHash)
    if (size === null) throw new Refusal('NOT_FOUND')
    const { reply } = context
    await sendDownload(reply, {
      name,
      mime: file.mime,
      bytes: size,
      content: blobs.read(file.contentHash),
    })
  },
}
