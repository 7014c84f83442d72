import type { Entity, Row } from '../entities/rows.ts'
import type { Requirement, Section } from '../entities/structure.ts'
import type { MutationTx, RemovalRoot } from './mutation.ts'

const removeAll = <E extends Entity>(
  tx: MutationTx,
  root: RemovalRoot,
  { entity, rows }: { entity: E; rows: readonly Row<E>[] },
): void => {
  for (const row of rows) tx.remove(entity, row, root)
}

/** Files and comments of a package, document or requirement, which are deleted with it. */
const HANGING = ['attachment', 'comment', 'reply', 'publication'] as const

/** Vendors' answers to a requirement, and the evaluators' overrides of them. */
const ANSWERING = ['commitment', 'override'] as const

/** Deletes requirements with their answers, overrides, files and comments. */
export async function removeRequirements(
  tx: MutationTx,
  requirements: readonly Requirement[],
  root: RemovalRoot,
): Promise<void> {
  const gone = new Set(requirements.map(({ id }) => id))
  for (const documentId of new Set(requirements.map((requirement) => requirement.documentId))) {
    for (const entity of [...ANSWERING, ...HANGING]) {
      const rows = await tx.list(entity, 'documentId', documentId)
      for (const row of rows)
        if (row.requirementId !== null && gone.has(row.requirementId))
          tx.remove<Entity>(entity, row, root)
    }
  }
  removeAll(tx, root, { entity: 'requirement', rows: requirements })
}

export async function removeSection(tx: MutationTx, section: Section): Promise<void> {
  const root: RemovalRoot = { entity: 'section', id: section.id }
  const parts = await tx.list('vendorPart', 'documentId', section.documentId)
  removeAll(tx, root, {
    entity: 'vendorPart',
    rows: parts.filter(({ sectionId }) => sectionId === section.id),
  })
  await removeRequirements(tx, await tx.list('requirement', 'sectionId', section.id), root)
  tx.remove('section', section, root)
}

/**
 * Deletes everything below a package or document. Lists once per entity, not once per document,
 * because each list looks through all rows deleted so far in the transaction.
 */
async function removeHeld(
  tx: MutationTx,
  root: RemovalRoot,
  index: 'packageId' | 'documentId',
): Promise<void> {
  for (const entity of [...ANSWERING, ...HANGING, 'vendorPart', 'requirement', 'section'] as const)
    removeAll<Entity>(tx, root, { entity, rows: await tx.list(entity, index, root.id) })
}

export async function removeDocument(tx: MutationTx, document: Row<'document'>): Promise<void> {
  const root: RemovalRoot = { entity: 'document', id: document.id }
  await removeHeld(tx, root, 'documentId')
  tx.remove('document', document, root)
}

export async function removePackage(tx: MutationTx, row: Row<'package'>): Promise<void> {
  const root: RemovalRoot = { entity: 'package', id: row.id }
  await removeHeld(tx, root, 'packageId')
  removeAll(tx, root, { entity: 'document', rows: await tx.list('document', 'packageId', row.id) })
  tx.remove('package', row, root)
}
