import { type Attachment, attachmentId, type StoredFile } from '../entities/attachment.ts'
import { Refusal } from '../refusal.ts'
import { attachmentDenial } from '../rules/files/attachment-rules.ts'
import { refuse } from '../rules/access/denial.ts'
import { fileProblem } from '../rules/files/files.ts'
import { FILE_LIMITS } from '../tables/file-types.ts'
import { fieldOfFile } from './answer-files.ts'
import {
  findRow,
  readAssignment,
  requireParent,
  requireProject,
  settleFields,
  recordedFields,
} from './context.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { baseKey, defineMutation, type EditBase, type MutationTx } from './mutation.ts'

type CreateArgs = CommandArgs['attachments.create']
type Place = Pick<Attachment, 'packageId' | 'documentId' | 'requirementId'>
const PLACE_INDEX = {
  package: 'packageId',
  document: 'documentId',
  requirement: 'requirementId',
} as const

async function placeOf(
  tx: MutationTx,
  { projectId, place: { kind, id } }: CreateArgs,
): Promise<Place> {
  if (kind === 'package')
    return {
      packageId: (await requireParent(tx, 'package', { projectId, id })).id,
      documentId: null,
      requirementId: null,
    }
  if (kind === 'document') {
    const { packageId } = await requireParent(tx, 'document', { projectId, id })
    return { packageId, documentId: id, requirementId: null }
  }
  const { packageId, documentId } = await requireParent(tx, 'requirement', { projectId, id })
  return { packageId, documentId, requirementId: id }
}

function requireFit(
  file: Parameters<typeof fileProblem>[0],
  kind: Parameters<typeof fileProblem>[1],
  field: string,
): void {
  const problem = fileProblem(file, kind)
  if (problem !== null) throw new Refusal(problem.code, { field, detail: problem.detail })
}

/**
 * The server accepts only a file that it holds and that this person may name: guessing a hash
 * reveals nothing.
 */
async function requireHeld(tx: MutationTx, file: StoredFile, name: string): Promise<void> {
  const held = await tx.heldFile(file.contentHash)
  if (held === null || held.bytes !== file.bytes)
    throw new Refusal('FILE_MISSING', { field: 'file' })
  requireFit({ ...file, name }, held.kind, 'file')
}

async function requireRoom(tx: MutationTx, { kind, id }: CreateArgs['place']): Promise<void> {
  const there = (await tx.list('attachment', PLACE_INDEX[kind], id)).filter(
    (row) => row.vendorId === tx.actor.vendorId,
  )
  const atPlace = there.filter(
    (row) => (row.requirementId ?? row.documentId ?? row.packageId) === id,
  )
  if (atPlace.length >= FILE_LIMITS.perPlace)
    throw new Refusal('FILES_FULL', { detail: { count: FILE_LIMITS.perPlace } })
}

const isSame = (row: Attachment, { file, place }: CreateArgs): boolean =>
  row.file.contentHash === file.contentHash &&
  (row.requirementId ?? row.documentId ?? row.packageId) === place.id

const ADDED = 'added'
/** Returns the id of the row that this edit created on the device. */
const addedId = (base: EditBase): string | undefined =>
  Object.keys(base)
    .map((key) => /^attachment\/(.+)#added$/.exec(key)?.[1])
    .find((id) => id !== undefined)

/** A vendor contact adds a file of the vendor; a requestor adds a file that all sides read. */
export const createAttachment = defineMutation<CreateArgs>({
  input: COMMAND_INPUTS['attachments.create'],
  async run(tx, args) {
    const { projectId, file, name, alias, description } = args
    const project = await requireProject(tx, projectId)
    const { vendorId } = tx.actor
    refuse(attachmentDenial(tx.actor, 'attachment.create', { project, vendorId, now: tx.now }))
    const place = await placeOf(tx, args)
    refuse(
      attachmentDenial(tx.actor, 'attachment.create', {
        project,
        vendorId,
        packageId: place.packageId,
        now: tx.now,
      }),
    )
    requireFit({ ...file, name }, null, 'name')
    const id = attachmentId(args.id, vendorId)
    const known = await tx.get('attachment', id)
    if (known !== undefined && isSame(known, args)) return
    if (known !== undefined) throw new Refusal('ENTITY_ALREADY_EXISTS', { field: 'id' })
    await requireRoom(tx, args.place)
    if (tx.isServer) await requireHeld(tx, file, name)
    else tx.settle({ entity: 'attachment', id }, ADDED, null, true)
    tx.put('attachment', {
      id,
      projectId,
      ...place,
      vendorId,
      file,
      name,
      alias,
      description,
      createdByOrg: vendorId ?? project.organizationId,
      createdBy: tx.actor.userId,
      createdByName: tx.actor.name,
      createdOn: tx.now,
      updatedOn: 0,
    })
  },
  inverse: ({ projectId }, base) => {
    const id = addedId(base)
    return id === undefined ? [] : [{ command: 'attachments.remove', args: { projectId, id } }]
  },
})

/**
 * Returns the attachment if the person may change it. An attachment that the person may not read
 * gives undefined, like a deleted one.
 */
async function findOwn(
  tx: MutationTx,
  projectId: string,
  id: string,
): Promise<Attachment | undefined> {
  const project = await requireProject(tx, projectId)
  const row = await findRow(tx, 'attachment', { projectId, id })
  const subject =
    row === undefined
      ? null
      : { project, packageId: row.packageId, vendorId: row.vendorId, now: tx.now }
  if (
    row === undefined ||
    subject === null ||
    attachmentDenial(tx.actor, 'attachment.read', subject) !== null
  )
    return undefined
  const { isAssigned } = await readAssignment(tx, row)
  const isAuthor = row.createdBy === tx.actor.userId
  refuse(
    attachmentDenial(tx.actor, 'attachment.remove', {
      ...subject,
      isAuthor,
      isAssigned,
    }),
  )
  return row
}

type UpdateArgs = CommandArgs['attachments.update']
const withValues = ({ projectId, id }: UpdateArgs, values: Record<string, unknown>) => {
  const patch = recordedFields(values, { entity: 'attachment', id })
  return patch === null ? [] : [{ command: 'attachments.update', args: { projectId, id, patch } }]
}

export const updateAttachment = defineMutation<UpdateArgs>({
  input: COMMAND_INPUTS['attachments.update'],
  async run(tx, { projectId, id, patch }) {
    const row = await findOwn(tx, projectId, id)
    if (row === undefined)
      throw new Refusal('ROW_DELETED', { detail: { entity: 'attachment', id } })
    const settled = settleFields(tx, 'attachment', { row, patch })
    if (settled === row) return
    requireFit({ ...row.file, name: settled.name }, null, 'patch.name')
    tx.put('attachment', settled)
  },
  inverse: withValues,
  withValues,
  coalesce: (earlier, later) =>
    earlier.projectId === later.projectId && earlier.id === later.id
      ? { ...later, patch: { ...earlier.patch, ...later.patch } }
      : null,
})

type RemoveArgs = CommandArgs['attachments.remove']
const REMOVED = 'removed'

export const removeAttachment = defineMutation<RemoveArgs>({
  input: COMMAND_INPUTS['attachments.remove'],
  async run(tx, { projectId, id }) {
    const row = await findOwn(tx, projectId, id)
    if (row === undefined) return
    const field = await fieldOfFile(tx, row)
    if (field !== null) throw new Refusal('FILE_USED', { field: 'id', detail: { field } })
    if (!tx.isServer) tx.settle({ entity: 'attachment', id }, REMOVED, row, null)
    tx.delete('attachment', id)
  },
  /** The server keeps the bytes for a while, so undo can restore the attachment. */
  inverse: ({ projectId, id }, base) => {
    const row = base[baseKey({ entity: 'attachment', id }, REMOVED)] as
      | Attachment
      | null
      | undefined
    return row == null ? [] : [{ command: 'attachments.create', args: creationOf(projectId, row) }]
  },
})

function creationOf(
  projectId: string,
  { id, packageId, documentId, requirementId, file, name, alias, description }: Attachment,
): CreateArgs {
  const [bare = id] = id.split('.')
  const place =
    requirementId !== null
      ? ({ kind: 'requirement', id: requirementId } as const)
      : documentId !== null
        ? ({ kind: 'document', id: documentId } as const)
        : ({ kind: 'package', id: packageId } as const)
  return { projectId, id: bare, place, file, name, alias, description }
}
