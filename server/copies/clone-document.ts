import { openContent, requireAssigned, requireParent } from '#schema/mutations/context.ts'
import { requireFreePrefix } from '#schema/mutations/free-prefix.ts'
import type { MutationTx } from '#schema/mutations/mutation.ts'
import { rankAfter } from '#schema/mutations/siblings.ts'
import { Refusal } from '#schema/refusal.ts'
import { cloneDocument } from '#schema/rules/definition/clone.ts'
import { compareRanks } from '#schema/rules/evaluation/rank.ts'
import { fullIdOf } from '#schema/rules/project/numbering.ts'
import { changeProject, type CommandServices, runOverRows } from '../commands/execute.ts'
import { newId } from '../database/new-id.ts'

interface Wanted {
  projectId: string
  documentId: string
  /** Of the copy. */
  id: string
  /** Undefined = the package of the document. */
  packageId: string | undefined
  prefix: string
  name: string | undefined
}

const copyDocument = async (
  tx: MutationTx,
  { projectId, documentId, id, packageId: wantedPackage, prefix, name }: Wanted,
): Promise<void> => {
  const project = await openContent(tx, projectId, 'content.write')
  const source = await requireParent(tx, 'document', { projectId, id: documentId })
  const packageId = wantedPackage ?? source.packageId
  await requireAssigned(tx, { project, action: 'content.write', place: { packageId } })
  await requireParent(tx, 'package', { projectId, id: packageId })
  if ((await tx.get('document', id)) !== undefined)
    throw new Refusal('ENTITY_ALREADY_EXISTS', { field: 'cloneId' })
  await requireFreePrefix(tx, { projectId, id, prefix }, 'prefix')
  const siblings = await tx.list('document', 'packageId', packageId)
  const last = [...siblings].sort(compareRanks).at(-1)
  const sections = await tx.list('section', 'documentId', documentId)
  const ids = [id]
  const copy = cloneDocument(
    {
      document: name === undefined ? source : { ...source, name },
      sections: [...sections].sort(compareRanks),
      requirements: await tx.list('requirement', 'documentId', documentId),
    },
    {
      projectId,
      packageId,
      prefix,
      rank: rankAfter(siblings, last?.id ?? null),
      newId: () => ids.pop() ?? newId(),
      now: 0,
    },
  )
  tx.put('document', copy.document)
  for (const section of copy.sections) tx.put('section', section)
  // Numbered in the order in which the document shows them.
  const ordered = copy.sections.flatMap(({ id: sectionId }) =>
    copy.requirements.filter((one) => one.sectionId === sectionId).sort(compareRanks),
  )
  for (const requirement of ordered)
    tx.put('requirement', {
      ...requirement,
      fullId: fullIdOf(prefix, await tx.nextNumber(id)),
      updatedBy: tx.actor.userId,
    })
}

/** Copies a document with its sections and requirements within its project. */
export const cloneDocumentIn = async (
  services: CommandServices,
  userId: number,
  wanted: Wanted,
): Promise<void> => {
  await changeProject(
    services,
    { userId, projectId: wanted.projectId },
    async (unit, actor) =>
      void (await runOverRows(unit, actor, {
        wanted: [],
        base: null,
        work: (tx) => copyDocument(tx, wanted),
      })),
  )
}
