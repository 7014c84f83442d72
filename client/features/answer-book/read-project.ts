import type { Commitment } from '#schema/entities/commitment.ts'
import type { Document, Requirement, Section } from '#schema/entities/structure.ts'
import type { BookDocument } from '#schema/rules/answer-book/make-book.ts'
import { loadRows } from '../../lib/project-store.ts'

interface Where {
  projectId: string
  vendorId: number
}

const readingOrder = (
  sections: readonly Section[],
  requirements: readonly Requirement[],
): Requirement[] => {
  const bySection = new Map<string, Requirement[]>(sections.map(({ id }) => [id, []]))
  for (const one of requirements) bySection.get(one.sectionId)?.push(one)
  return [...bySection.values()].flat()
}

const loadDocument = async (
  document: Document,
  { projectId, vendorId }: Where,
): Promise<BookDocument> => {
  const documentId = document.id
  const [sections, requirements, answers] = await Promise.all([
    loadRows(projectId, 'section', { documentId }),
    loadRows(projectId, 'requirement', { documentId }),
    loadRows(projectId, 'commitment', { documentId }),
  ])
  const own = answers.filter((one) => one.vendorId === vendorId)
  return {
    document,
    sections,
    requirements: readingOrder(sections, requirements),
    answers: new Map(own.map((one): [string, Commitment] => [one.requirementId, one])),
  }
}

/** The documents on this device in the order of the project, with the vendor's own answers. */
export const loadDocuments = async (where: Where): Promise<BookDocument[]> => {
  const { projectId } = where
  const packages = await loadRows(projectId, 'package', { projectId })
  const documents: BookDocument[] = []
  for (const { id: packageId } of packages)
    for (const document of await loadRows(projectId, 'document', { packageId }))
      documents.push(await loadDocument(document, where))
  return documents
}
