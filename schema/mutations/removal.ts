import type { Requirement, Section } from '../entities/structure.ts'
import type { MutationTx } from './mutation.ts'

/** Deletes requirements with the answers to them, what evaluators wrote over those, and the files of all. */
export async function removeRequirements(tx: MutationTx, requirements: readonly Requirement[]): Promise<void> {
  const gone = new Set(requirements.map(({ id }) => id))
  for (const documentId of new Set(requirements.map((requirement) => requirement.documentId))) {
    for (const entity of ['commitment', 'override', 'attachment'] as const) {
      const rows = await tx.list(entity, 'documentId', documentId)
      for (const row of rows) if (row.requirementId !== null && gone.has(row.requirementId)) tx.delete(entity, row.id)
    }
  }
  for (const id of gone) tx.delete('requirement', id)
}

export async function removeSections(tx: MutationTx, sections: readonly Section[]): Promise<void> {
  for (const section of sections) {
    await removeRequirements(tx, await tx.list('requirement', 'sectionId', section.id))
    tx.delete('section', section.id)
  }
}

export async function removeDocument(tx: MutationTx, documentId: string): Promise<void> {
  await removeRequirements(tx, await tx.list('requirement', 'documentId', documentId))
  for (const section of await tx.list('section', 'documentId', documentId)) tx.delete('section', section.id)
  for (const attachment of await tx.list('attachment', 'documentId', documentId)) tx.delete('attachment', attachment.id)
  tx.delete('document', documentId)
}
