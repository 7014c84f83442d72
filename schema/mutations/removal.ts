import type { Entity, Row } from '../entities/rows.ts'
import type { Requirement, Section } from '../entities/structure.ts'
import type { MutationTx, RemovalRoot } from './mutation.ts'

const removeAll = <E extends Entity>(
  tx: MutationTx,
  entity: E,
  rows: readonly Row<E>[],
  root: RemovalRoot,
): void => {
  for (const row of rows) tx.remove(entity, row, root)
}

/**
 * What hangs on a package, document or requirement and goes with it: files, and what people wrote
 * about it.
 */
const HANGING = ['attachment', 'comment', 'reply', 'publication'] as const

/** What vendors answered to a requirement, and what evaluators wrote over that. */
const ANSWERING = ['commitment', 'override'] as const

/**
 * Deletes requirements with the answers to them, what evaluators wrote over those, and what hangs
 * on them.
 */
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
  removeAll(tx, 'requirement', requirements, root)
}

export async function removeSection(tx: MutationTx, section: Section): Promise<void> {
  const root: RemovalRoot = { entity: 'section', id: section.id }
  await removeRequirements(tx, await tx.list('requirement', 'sectionId', section.id), root)
  tx.remove('section', section, root)
}

/**
 * Kind by kind, not document by document: to list one means to look through all that was deleted
 * before.
 */
async function removeHeld(
  tx: MutationTx,
  index: 'packageId' | 'documentId',
  id: string,
  root: RemovalRoot,
): Promise<void> {
  for (const entity of [...ANSWERING, ...HANGING, 'requirement', 'section'] as const)
    removeAll<Entity>(tx, entity, await tx.list(entity, index, id), root)
}

export async function removeDocument(tx: MutationTx, document: Row<'document'>): Promise<void> {
  const root: RemovalRoot = { entity: 'document', id: document.id }
  await removeHeld(tx, 'documentId', document.id, root)
  tx.remove('document', document, root)
}

export async function removePackage(tx: MutationTx, row: Row<'package'>): Promise<void> {
  const root: RemovalRoot = { entity: 'package', id: row.id }
  await removeHeld(tx, 'packageId', row.id, root)
  removeAll(tx, 'document', await tx.list('document', 'packageId', row.id), root)
  tx.remove('package', row, root)
}
