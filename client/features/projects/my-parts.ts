import type { Document, Section } from '#schema/entities/structure.ts'
import type { VendorPart } from '#schema/entities/vendor-part.ts'

export interface MyPart {
  id: string
  document: Document
  /** Null = the whole document. */
  section: Section | null
  dueOn: string | null
  isReady: boolean
  /** The day has passed and the part is not ready. */
  isOverdue: boolean
}

interface MyPartsInput {
  userId: number
  /** The day of the person, YYYY-MM-DD. */
  today: string
  parts: readonly VendorPart[]
  documents: readonly Document[]
  sections: readonly Section[]
}

/** What a contact was given to answer: open parts first, by due date. Deleted content is left out. */
export const findMyParts = ({ userId, today, parts, documents, sections }: MyPartsInput) =>
  parts
    .filter((part) => part.userId === userId)
    .flatMap(({ id, documentId, sectionId, dueOn, isReady }): MyPart[] => {
      const document = documents.find((one) => one.id === documentId)
      const section = sections.find((one) => one.id === sectionId) ?? null
      if (document === undefined || (sectionId !== null && section === null)) return []
      const isOverdue = !isReady && dueOn !== null && dueOn < today
      return [{ id, document, section, dueOn, isReady, isOverdue }]
    })
    .toSorted(
      (a, b) =>
        Number(a.isReady) - Number(b.isReady) ||
        compare(a.dueOn ?? '9999', b.dueOn ?? '9999') ||
        compare(a.document.rank, b.document.rank) ||
        compare(a.section?.rank ?? '', b.section?.rank ?? ''),
    )

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
