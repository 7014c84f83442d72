import type { commitments } from '#schema/api/projects-service/commitments.ts'
import type { overrides } from '#schema/api/projects-service/overrides.ts'
import type { requirements } from '#schema/api/projects-service/requirements.ts'
import { commitmentId, overrideId } from '#schema/entities/commitment.ts'
import { Refusal } from '#schema/refusal.ts'
import { messageText } from '#schema/tables/messages.ts'
import { parseCommand } from '../commands/execute.ts'
import { submitAnswers } from '../commands/submit-answers.ts'
import { inTurns } from '../database/in-turns.ts'
import { newId } from '../database/new-id.ts'
import type { Handlers, SignedInContext } from '../route.ts'
import { readConflictRecord } from './conflict-record.ts'
import { readDocumentHistory } from './document-history.ts'
import { checkReceipts } from './check-receipts.ts'
import { findProjectOf, listRows, openProject, requireRow } from './open-project.ts'
import { readRequirementDetails } from './requirement-details.ts'
import { readAfterCommand, placeAfter, run, seenRow, seenRows } from './structure.ts'
import { updateRequirements } from './update-requirements.ts'

const DONE = { done: true } as const
const projectOf = (context: SignedInContext, requirementId: string): Promise<string> =>
  findProjectOf(context, 'requirement', requirementId)
/** The vendor of the answer; for a vendor's contact it is their own vendor by default. */
const vendorIdOf = ({ person }: SignedInContext, given: number | undefined): number => {
  const vendorId = given ?? (person.parentId === null ? undefined : person.organizationId)
  if (vendorId === undefined)
    throw new Refusal('INPUT_INVALID', {
      field: 'vendorId',
      detail: { field: 'vendorId', problem: 'is missing' },
    })
  return vendorId
}
const idsOf = (items: readonly { requirementId: string }[], vendorId: number): string[] =>
  items.map(({ requirementId }) => commitmentId(requirementId, vendorId))

export const requirementHandlers: Handlers<typeof requirements> = {
  get: async ({ params }, context) =>
    await readRequirementDetails(
      await openProject(context, await projectOf(context, params.id)),
      params.id,
    ),

  byFullId: async ({ query: { docId, fullId } }, context) => {
    const opened = await openProject(context, await findProjectOf(context, 'document', docId))
    const found = (await listRows(opened, 'requirement', { documentId: docId })).find(
      (requirement) => requirement.fullId === fullId,
    )
    if (found === undefined) throw new Refusal('NOT_FOUND')
    return await readRequirementDetails(opened, found.id)
  },

  create: async ({ body: { id = newId(), sectionId, after, ...rest } }, context) => {
    const projectId = await findProjectOf(context, 'section', sectionId)
    const siblings =
      after === undefined
        ? await listRows(await openProject(context, projectId), 'requirement', { sectionId })
        : []
    await run(context, {
      command: 'requirements.create',
      args: {
        projectId,
        id,
        sectionId,
        after: placeAfter(
          siblings.map((row) => row.id),
          undefined,
          after,
        ),
        ...rest,
      },
    })
    return await readRequirementDetails(await openProject(context, projectId), id)
  },

  createBulk: async ({ body }, context) => {
    const documentId = body.documentId ?? (await documentOfSection(context, body.requirements))
    const projectId = await findProjectOf(context, 'document', documentId)
    const made = body.requirements.map(({ id = newId(), sourceId = null, ...rest }) => ({
      id,
      sourceId,
      ...rest,
    }))
    await run(context, {
      command: 'requirements.createBulk',
      args: { projectId, documentId, sections: body.sections, requirements: made },
    })
    const opened = await openProject(context, projectId)
    return await Promise.all(made.map(({ id }) => requireRow(opened, 'requirement', id)))
  },

  update: async ({ body }, context) => {
    const projectId = await projectOf(context, body.id)
    await updateRequirements(context, projectId, [body])
    return await readRequirementDetails(await openProject(context, projectId), body.id)
  },

  updateBulk: async ({ body: { requirements } }, context) => {
    const projectId = await projectOf(context, requirements[0]?.id ?? '')
    await updateRequirements(context, projectId, requirements)
    const opened = await openProject(context, projectId)
    return await Promise.all(requirements.map(({ id }) => requireRow(opened, 'requirement', id)))
  },

  move: async ({ body: { ids, updatedOn, sectionId, index, after } }, context) => {
    const projectId = await findProjectOf(context, 'section', sectionId)
    const siblings = (
      await listRows(await openProject(context, projectId), 'requirement', { sectionId })
    )
      .map(({ id }) => id)
      .filter((id) => !ids.includes(id))
    await run(context, {
      command: 'requirements.move',
      args: { projectId, ids, sectionId, after: placeAfter(siblings, index, after) },
      precondition:
        updatedOn === undefined
          ? []
          : ids.flatMap((id) => seenRow('requirement', id, updatedOn[id])),
    })
    return DONE
  },

  delete: async ({ body: { reqIds } }, context) => {
    await run(context, {
      command: 'requirements.delete',
      args: { projectId: await projectOf(context, reqIds[0] ?? ''), ids: reqIds },
    })
    return DONE
  },

  exclude: async ({ body: { id, updatedOn, reason } }, context) => {
    const projectId = await projectOf(context, id)
    await run(context, {
      command: 'requirements.exclude',
      args: { projectId, id, reason },
      precondition: seenRow('requirement', id, updatedOn),
    })
    return await readAfterCommand(context, projectId, { entity: 'requirement', id })
  },

  createCommitment: (input, context) => writeCommitment(context, input.params.id, input.body),
  updateCommitment: (input, context) => writeCommitment(context, input.params.id, input.body),

  byDocument: async ({ params, body }, context) => {
    const opened = await openProject(
      context,
      await findProjectOf(context, 'document', params.docId),
    )
    return await readDocumentHistory(opened, params.docId, body)
  },

  conflicts: async ({ params }, context) => {
    const opened = await openProject(context, await projectOf(context, params.id))
    return await readConflictRecord(opened, params.id)
  },
}

/** The document of the section that the first requirement names. */
const documentOfSection = async (
  context: SignedInContext,
  requirements: readonly { sectionId: string }[],
): Promise<string> => {
  const [first] = requirements
  if (first === undefined)
    throw new Refusal('INPUT_INVALID', {
      field: 'documentId',
      detail: { field: 'documentId', problem: 'is missing' },
    })
  const projectId = await findProjectOf(context, 'section', first.sectionId)
  const opened = await openProject(context, projectId)
  return (await requireRow(opened, 'section', first.sectionId)).documentId
}

type Answer = {
  vendorId?: number | undefined
  values: Record<string, string | number | boolean | null>
  updatedOn?: number | undefined
}
const writeCommitment = async (
  context: SignedInContext,
  requirementId: string,
  { vendorId: given, values, updatedOn }: Answer,
) => {
  const projectId = await projectOf(context, requirementId)
  const vendorId = vendorIdOf(context, given)
  const id = commitmentId(requirementId, vendorId)
  await run(context, {
    command: 'commitments.update',
    args: { projectId, requirementId, vendorId, values },
    precondition: seenRow('commitment', id, updatedOn),
  })
  return await readAfterCommand(context, projectId, { entity: 'commitment', id })
}

export const commitmentHandlers: Handlers<typeof commitments> = {
  checkReceipts: async ({ params, body }, context) =>
    await checkReceipts(await openProject(context, params.id), context.services, body.receipts),
  updateBulk: async ({ body }, context) => {
    const items = body.items.map(({ requirementId, values }) => ({ requirementId, values }))
    const answers = body.items.map(({ requirementId, updatedOn }) => ({
      id: commitmentId(requirementId, body.vendorId),
      updatedOn,
    }))
    await run(context, {
      command: 'commitments.updateBulk',
      args: { ...body, items },
      precondition: seenRows('commitment', answers, 'items'),
    })
    const opened = await openProject(context, body.projectId)
    return await Promise.all(
      idsOf(body.items, body.vendorId).map((id) => requireRow(opened, 'commitment', id)),
    )
  },
  submit: async ({ body }, context) => {
    const left = await submitAnswers(
      context.commands,
      { userId: context.caller.userId },
      parseCommand('commitments.submit', body),
    )
    const remaining = [...left].map(([requirementId, { code, detail }]) => ({
      requirementId,
      message: messageText(code, detail),
      messageCodes: [code],
    }))
    const ids = new Set(
      body.items
        .map(({ requirementId }) => requirementId)
        .filter((id) => !left.has(id))
        .map((id) => commitmentId(id, body.vendorId)),
    )
    const opened = await openProject(context, body.projectId)
    const submitted = await inTurns([...ids], (id) => requireRow(opened, 'commitment', id))
    return {
      message: messageText('bulk.result', { n: submitted.length, m: remaining.length }),
      submitted,
      remaining,
    }
  },
}

export const overrideHandlers: Handlers<typeof overrides> = {
  set: async ({ body: { updatedOn, ...args } }, context) => {
    const projectId = await projectOf(context, args.requirementId)
    const id = overrideId(args.requirementId, args.vendorId, args.parameterId)
    await run(context, {
      command: 'overrides.set',
      args: { projectId, ...args },
      precondition: seenRow('override', id, updatedOn),
    })
    return await readAfterCommand(context, projectId, { entity: 'override', id })
  },
  remove: async ({ body: { updatedOn, ...args } }, context) => {
    const id = overrideId(args.requirementId, args.vendorId, args.parameterId)
    await run(context, {
      command: 'overrides.remove',
      args: { projectId: await projectOf(context, args.requirementId), ...args },
      precondition: seenRow('override', id, updatedOn),
    })
    return DONE
  },
}
