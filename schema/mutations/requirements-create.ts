import type { Document, Requirement } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import { fullIdOf, STATUS } from '../rules/project/numbering.ts'
import { checkDefinition } from '../rules/definition/parameters.ts'
import { isCreated, openContent, requireAssigned, requireParent } from './context.ts'
import { requireValid } from './definition-merge.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { defineMutation, type MutationTx } from './mutation.ts'
import { rankAfter, ranksAtEnd } from './siblings.ts'

type NewRequirement = Pick<
  Requirement,
  | 'id'
  | 'name'
  | 'definition'
  | 'sourceId'
  | 'vendorHelp'
  | 'evaluatorHelp'
  | 'sectionId'
  | 'rank'
  | 'imported'
>

async function putRequirement(
  tx: MutationTx,
  document: Document,
  { sectionId, rank, ...content }: NewRequirement,
): Promise<void> {
  tx.put('requirement', {
    ...content,
    projectId: document.projectId,
    packageId: document.packageId,
    documentId: document.id,
    sectionId,
    lineageId: content.id,
    fullId: fullIdOf(document.prefix, await tx.nextNumber(document.id)),
    status: STATUS.created,
    version: 1,
    rank,
    excluded: null,
    updatedBy: tx.actor.userId,
    updatedOn: 0,
  })
}

export const createRequirement = defineMutation<CommandArgs['requirements.create']>({
  input: COMMAND_INPUTS['requirements.create'],
  async run(
    tx,
    {
      projectId,
      id,
      sectionId,
      after,
      name,
      definition,
      sourceId = null,
      vendorHelp = '',
      evaluatorHelp = '',
    },
  ) {
    const project = await openContent(tx, projectId, 'content.write')
    const section = await requireParent(tx, 'section', { projectId, id: sectionId })
    await requireAssigned(tx, { project, action: 'content.write', place: section })
    const document = await requireParent(tx, 'document', { projectId, id: section.documentId })
    requireValid(checkDefinition(definition))
    const content = { id, name, definition, sourceId, vendorHelp, evaluatorHelp }
    if (await isCreated(tx, 'requirement', { projectId, sectionId, ...content })) return
    const rank = rankAfter(await tx.list('requirement', 'sectionId', sectionId), after)
    await putRequirement(tx, document, { ...content, sectionId, rank })
  },
  inverse: ({ projectId, id }) => [
    { command: 'requirements.delete', args: { projectId, ids: [id] } },
  ],
})

type BulkArgs = CommandArgs['requirements.createBulk']

/** Creates the missing sections at the end of the document. Returns the ids of the new ones. */
async function appendSections(
  tx: MutationTx,
  document: Document,
  sections: BulkArgs['sections'],
): Promise<Set<string>> {
  const { projectId, packageId, id: documentId } = document
  const fresh: BulkArgs['sections'] = []
  for (const section of sections) {
    if (
      !(await isCreated(tx, 'section', {
        id: section.id,
        projectId,
        documentId,
        name: section.name,
      }))
    )
      fresh.push(section)
  }
  if (fresh.length === 0) return new Set()
  const ranks = ranksAtEnd(await tx.list('section', 'documentId', documentId), fresh.length)
  fresh.forEach(({ id, name }, i) =>
    tx.put('section', {
      id,
      projectId,
      packageId,
      documentId,
      name,
      rank: ranks[i] ?? '',
      updatedOn: 0,
    }),
  )
  return new Set(fresh.map(({ id }) => id))
}

function requireDistinct(rows: readonly { id: string }[], field: string): void {
  if (new Set(rows.map(({ id }) => id)).size < rows.length)
    throw new Refusal('ENTITY_ALREADY_EXISTS', { field })
}

async function requireSections(
  tx: MutationTx,
  document: Document,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const section = await requireParent(tx, 'section', { projectId: document.projectId, id })
    if (section.documentId !== document.id)
      throw new Refusal('NOT_FOUND', { field: 'requirements', detail: { entity: 'section', id } })
  }
}

export const createRequirements = defineMutation<BulkArgs>({
  input: COMMAND_INPUTS['requirements.createBulk'],
  async run(tx, { projectId, documentId, sections, requirements }) {
    const project = await openContent(tx, projectId, 'content.write')
    const document = await requireParent(tx, 'document', { projectId, id: documentId })
    await requireAssigned(tx, {
      project,
      action: 'content.write',
      place: {
        packageId: document.packageId,
        documentId,
      },
    })
    requireDistinct(sections, 'sections')
    requireDistinct(requirements, 'requirements')
    for (const text of new Set(requirements.map(({ definition }) => definition)))
      requireValid(checkDefinition(text))
    const created = await appendSections(tx, document, sections)
    const places = new Set(requirements.map(({ sectionId }) => sectionId))
    await requireSections(
      tx,
      document,
      [...places].filter((id) => !created.has(id)),
    )

    const isThere = await Promise.all(
      requirements.map(({ id, imported: _marks, ...content }) =>
        isCreated(tx, 'requirement', { id, projectId, documentId, ...content }),
      ),
    )
    const fresh = requirements.filter((_, i) => isThere[i] !== true)
    const ranksById = new Map<string, string>()
    for (const sectionId of places) {
      const rows = fresh.filter((requirement) => requirement.sectionId === sectionId)
      const ranks = ranksAtEnd(
        created.has(sectionId) ? [] : await tx.list('requirement', 'sectionId', sectionId),
        rows.length,
      )
      rows.forEach((row, i) => ranksById.set(row.id, ranks[i] ?? ''))
    }
    for (const { id, sectionId, name, definition, sourceId, imported } of fresh) {
      await putRequirement(tx, document, {
        id,
        sectionId,
        rank: ranksById.get(id) ?? '',
        name,
        definition,
        sourceId,
        vendorHelp: '',
        evaluatorHelp: '',
        ...(imported === undefined ? {} : { imported }),
      })
    }
  },
  inverse: ({ projectId, sections, requirements }) => [
    ...(requirements.length === 0
      ? []
      : [
          {
            command: 'requirements.delete',
            args: { projectId, ids: requirements.map(({ id }) => id) },
          },
        ]),
    ...sections
      .toReversed()
      .map(({ id }) => ({ command: 'sections.delete', args: { projectId, id } })),
  ],
})
