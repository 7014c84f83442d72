import type { attachments } from '#schema/api/projects-service/attachments.ts'
import { type Attachment, attachmentId } from '#schema/entities/attachment.ts'
import { Refusal } from '#schema/refusal.ts'
import { attachmentDenial } from '#schema/rules/files/attachment-rules.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import { execute } from '../commands/execute.ts'
import { newId } from '../database/new-id.ts'
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

/**
 * A Content-Disposition header: a plain ASCII name for old clients and the full name in UTF-8 (RFC
 * 6266).
 */
const disposition = (name: string): string => {
  const plain = name.replace(/[^\w.() -]/g, '_')
  const whole = encodeURIComponent(name.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

/**
 * Serves bytes only to fetch() calls: a page, frame or script that the browser would render or run
 * gets 404.
 */
const requireProgram = ({ request }: SignedInContext): void => {
  const asker = request.headers['sec-fetch-dest']
  if (asker !== undefined && asker !== 'empty') throw new Refusal('NOT_FOUND')
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
    requireProgram(context)
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
    void reply
      .type(file.mime)
      .header('content-length', String(size))
      .header('content-disposition', disposition(name))
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'no-store')
    await reply.send(blobs.read(file.contentHash))
  },
}
