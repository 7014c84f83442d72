import type { Document, Requirement } from '../entities/structure.ts'
import { Refusal } from '../refusal.ts'
import { fullIdOf, STATUS } from '../rules/project/numbering.ts'
import { checkDefinition } from '../rules/definition/parameters.ts'
import { isCreated, openContent, requireAssigned, requireParent } from './context.ts'
import { requireValid } from './definition-merge.ts'
import { COMMAND_INPUTS, type CommandArgs } from './inputs.ts'
import { defineMutation, type MutationTx } from './mutation.ts'
import { rankAfter, ranksAtEnd } from './siblings.ts'

type Content = Pick<
  Requirement,
  'id' | 'name' | 'definition' | 'sourceId' | 'vendorHelp' | 'evaluatorHelp'
>

async function putRequirement(
  tx: MutationTx,
  document: Document,
  sectionId: string,
  rank: string,
  content: Content,
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
    const section = await requireParent(tx, projectId, 'section', sectionId)
    await requireAssigned(tx, project, 'content.write', section)
    const document = await requireParent(tx, projectId, 'document', section.documentId)
    requireValid(checkDefinition(definition))
    const content = { id, name, definition, sourceId, vendorHelp, evaluatorHelp }
    if (await isCreated(tx, 'requirement', id, { projectId, sectionId, ...content })) return
    await putRequirement(
      tx,
      document,
      sectionId,
      rankAfter(await tx.list('requirement', 'sectionId', sectionId), after),
      content,
    )
  },
  inverse: ({ projectId, id }) => [
    { command: 'requirements.delete', args: { projectId, ids: [id] } },
  ],
})

type BulkArgs = CommandArgs['requirements.createBulk']

/** Creates the sections that are not there yet, behind the document's last; answers which were. */
async function appendSections(
  tx: MutationTx,
  document: Document,
  sections: BulkArgs['sections'],
): Promise<Set<string>> {
  const { projectId, packageId, id: documentId } = document
  const fresh: BulkArgs['sections'] = []
  for (const section of sections) {
    if (
      !(await isCreated(tx, 'section', section.id, { projectId, documentId, name: section.name }))
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
    const section = await requireParent(tx, document.projectId, 'section', id)
    if (section.documentId !== document.id)
      throw new Refusal('NOT_FOUND', { field: 'requirements', detail: { entity: 'section', id } })
  }
}

export const createRequirements = defineMutation<BulkArgs>({
  input: COMMAND_INPUTS['requirements.createBulk'],
  async run(tx, { projectId, documentId, sections, requirements }) {
    const project = await openContent(tx, projectId, 'content.write')
    const document = await requireParent(tx, projectId, 'document', documentId)
    await requireAssigned(tx, project, 'content.write', {
      packageId: document.packageId,
      documentId,
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
      requirements.map(({ id, ...content }) =>
        isCreated(tx, 'requirement', id, { projectId, documentId, ...content }),
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
    for (const { id, sectionId, name, definition, sourceId } of fresh) {
      await putRequirement(tx, document, sectionId, ranksById.get(id) ?? '', {
        id,
        name,
        definition,
        sourceId,
        vendorHelp: '',
        evaluatorHelp: '',
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
