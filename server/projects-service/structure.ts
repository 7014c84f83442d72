import type { documents } from '#schema/api/projects-service/documents.ts'
import type { packages } from '#schema/api/projects-service/packages.ts'
import type { SeenWeights } from '#schema/api/projects-service/project-bodies.ts'
import type { releases } from '#schema/api/projects-service/releases.ts'
import type { sections } from '#schema/api/projects-service/sections.ts'
import type { FieldConflict } from '#schema/api/sync.ts'
import type { Entity } from '#schema/entities/rows.ts'
import { Refusal } from '#schema/refusal.ts'
import { type Command, execute, type Precondition } from '../commands/execute.ts'
import { newId } from '../database/new-id.ts'
import type { CommandName } from '#schema/mutations/index.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { whenMemoryAllows } from './answer-counts.ts'
import { readStatistics } from './document-statistics.ts'
import { readDocumentDetails } from './document-details.ts'
import { findProjectOf, listRows, openProject, requireRow } from './open-project.ts'
import { updateOwned } from './update-owned.ts'
import { noteSealedRead } from './sealed-reads.ts'
import { deleteView, readViews, saveView } from './table-views.ts'

const DONE = { done: true } as const

export const seenRow = (
  entity: Entity,
  id: string,
  updatedOn: number | undefined,
): Precondition[] => [{ entity, id, updatedOn }]
/** The same for each of several rows; `at` is the path of the list in the body. */
export const seenRows = (
  entity: Entity,
  rows: readonly { id: string; updatedOn?: number | undefined }[],
  at: string,
): Precondition[] =>
  rows.map(({ id, updatedOn }, i) => ({ entity, id, updatedOn, field: `${at}.${i}.updatedOn` }))
/** The weights of a body as the command takes them, and the versions that the body names. */
export const givenWeights = (
  { packages, documents, reason }: SeenWeights,
  at: { packages: string; documents: string },
) => ({
  weights: {
    packages: packages.map(({ id, weight }) => ({ id, weight })),
    documents: documents.map(({ id, weight }) => ({ id, weight })),
    ...(reason === undefined ? {} : { reason }),
  },
  precondition: [
    ...seenRows('package', packages, at.packages),
    ...seenRows('document', documents, at.documents),
  ],
})
export const run = <N extends CommandName>(
  { commands, caller }: SignedInContext,
  command: Command<N>,
): Promise<FieldConflict[]> => execute(commands, caller.userId, command)
/** The row after a command, as the caller may read it. */
export const readAfterCommand = async <E extends Entity>(
  context: SignedInContext,
  projectId: string,
  { entity, id }: { entity: E; id: string },
) => await requireRow(await openProject(context, projectId), entity, id)

export const releaseHandlers: Handlers<typeof releases> = {
  list: async ({ params }, context) =>
    await listRows(await openProject(context, params.id), 'release'),
  create: async ({ params, body: { id = newId(), ...rest } }, context) => {
    await run(context, { command: 'releases.create', args: { projectId: params.id, id, ...rest } })
    return await readAfterCommand(context, params.id, { entity: 'release', id })
  },
  update: async ({ params, body: { id, updatedOn, ...patch } }, context) => {
    await run(context, {
      command: 'releases.update',
      args: { projectId: params.id, id, patch },
      precondition: seenRow('release', id, updatedOn),
    })
    return await readAfterCommand(context, params.id, { entity: 'release', id })
  },
  move: async ({ params, body: { id, updatedOn, after } }, context) => {
    await run(context, {
      command: 'releases.move',
      args: { projectId: params.id, id, after },
      precondition: seenRow('release', id, updatedOn),
    })
    return DONE
  },
  delete: async ({ params, body }, context) => {
    await run(context, { command: 'releases.delete', args: { projectId: params.id, id: body.id } })
    return DONE
  },
}

export const packageHandlers: Handlers<typeof packages> = {
  create: async ({ body: { id = newId(), projectId, ...rest } }, context) => {
    await run(context, { command: 'packages.create', args: { projectId, id, ...rest } })
    return await readAfterCommand(context, projectId, { entity: 'package', id })
  },
  update: async ({ body: { id, name, ownerData, updatedOn } }, context) => {
    const projectId = await findProjectOf(context, 'package', id)
    await updateOwned(context, {
      place: { projectId, entity: 'package', id },
      updatedOn,
      ownerData,
      update:
        name === undefined ? null : { command: 'packages.update', args: { projectId, id, name } },
    })
    return await readAfterCommand(context, projectId, { entity: 'package', id })
  },
  move: async ({ body: { id, updatedOn, after } }, context) => {
    await run(context, {
      command: 'packages.move',
      args: { projectId: await findProjectOf(context, 'package', id), id, after },
      precondition: seenRow('package', id, updatedOn),
    })
    return DONE
  },
  delete: async ({ body: { id } }, context) => {
    await run(context, {
      command: 'packages.delete',
      args: { projectId: await findProjectOf(context, 'package', id), id },
    })
    return DONE
  },
}

export const documentHandlers: Handlers<typeof documents> = {
  get: async ({ params }, context) => {
    const opened = await openProject(context, await findProjectOf(context, 'document', params.id))
    return await readDocumentDetails(opened, params.id)
  },
  create: async ({ body: { id = newId(), ...rest } }, context) => {
    const projectId = await findProjectOf(context, 'package', rest.packageId)
    await run(context, { command: 'documents.create', args: { projectId, id, ...rest } })
    return await readAfterCommand(context, projectId, { entity: 'document', id })
  },
  update: async ({ body: { id, updatedOn, ownerData, ...patch } }, context) => {
    const projectId = await findProjectOf(context, 'document', id)
    const isOwnerOnly = ownerData !== undefined && Object.keys(patch).length === 0
    await updateOwned(context, {
      place: { projectId, entity: 'document', id },
      updatedOn,
      ownerData,
      update: isOwnerOnly ? null : { command: 'documents.update', args: { projectId, id, patch } },
    })
    return await readAfterCommand(context, projectId, { entity: 'document', id })
  },
  move: async ({ body: { id, updatedOn, after } }, context) => {
    await run(context, {
      command: 'documents.move',
      args: { projectId: await findProjectOf(context, 'document', id), id, after },
      precondition: seenRow('document', id, updatedOn),
    })
    return DONE
  },
  delete: async ({ body: { id } }, context) => {
    await run(context, {
      command: 'documents.delete',
      args: { projectId: await findProjectOf(context, 'document', id), id },
    })
    return DONE
  },
  addMember: async ({ params: { id }, body: { id: userId, updatedOn } }, context) => {
    const projectId = await findProjectOf(context, 'document', id)
    await run(context, {
      command: 'documents.addMember',
      args: { projectId, id, userId },
      precondition: seenRow('document', id, updatedOn),
    })
    return await readAfterCommand(context, projectId, { entity: 'document', id })
  },
  removeMember: async ({ params: { id }, body: { id: userId, updatedOn } }, context) => {
    const projectId = await findProjectOf(context, 'document', id)
    await run(context, {
      command: 'documents.removeMember',
      args: { projectId, id, userId },
      precondition: seenRow('document', id, updatedOn),
    })
    return await readAfterCommand(context, projectId, { entity: 'document', id })
  },
  statistics: async ({ params }, context) => {
    const opened = await openProject(context, await findProjectOf(context, 'document', params.id))
    await noteSealedRead(context, opened, { what: 'counts', vendorId: null })
    return await whenMemoryAllows(async () => await readStatistics(opened, params.id))
  },
  views: async ({ params }, context) => await readViews(context, params.id),
  saveView: async ({ params, body }, context) => {
    await saveView(context, { documentId: params.id, id: params.viewId }, body)
    return DONE
  },
  deleteView: async ({ params }, context) => {
    await deleteView(context, { documentId: params.id, id: params.viewId })
    return DONE
  },
}

export const sectionHandlers: Handlers<typeof sections> = {
  create: async ({ body: { id = newId(), documentId, name, index, after } }, context) => {
    const projectId = await findProjectOf(context, 'document', documentId)
    const siblings = (
      await listRows(await openProject(context, projectId), 'section', { documentId })
    ).map((section) => section.id)
    await run(context, {
      command: 'sections.create',
      args: { projectId, id, documentId, name, after: placeAfter(siblings, index, after) },
    })
    return await readAfterCommand(context, projectId, { entity: 'section', id })
  },
  update: async ({ body: { id, name, updatedOn } }, context) => {
    const projectId = await findProjectOf(context, 'section', id)
    await run(context, {
      command: 'sections.update',
      args: { projectId, id, name },
      precondition: seenRow('section', id, updatedOn),
    })
    return await readAfterCommand(context, projectId, { entity: 'section', id })
  },
  move: async ({ body: { id, updatedOn, after } }, context) => {
    await run(context, {
      command: 'sections.move',
      args: { projectId: await findProjectOf(context, 'section', id), id, after },
      precondition: seenRow('section', id, updatedOn),
    })
    return DONE
  },
  delete: async ({ body: { id } }, context) => {
    await run(context, {
      command: 'sections.delete',
      args: { projectId: await findProjectOf(context, 'section', id), id },
    })
    return DONE
  },
}

/**
 * The id of the row before the wanted place: `after` if given, else the row before `index`, else
 * the last row; null for the beginning.
 */
export const placeAfter = (
  siblings: readonly string[],
  index: number | undefined,
  after: string | null | undefined,
): string | null => {
  if (after !== undefined) return after
  if (index === undefined) return siblings.at(-1) ?? null
  if (index > siblings.length)
    throw new Refusal('INPUT_INVALID', {
      field: 'index',
      detail: { field: 'index', problem: `is more than ${siblings.length}` },
    })
  return index === 0 ? null : (siblings[index - 1] ?? null)
}
