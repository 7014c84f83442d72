import type { Commitment } from '#schema/entities/commitment.ts'
import type { Requirement, Section } from '#schema/entities/structure.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'

/** One entry of the list: the heading of a section, or a requirement below it. */
export type SectionItem =
  | { kind: 'section'; section: Section }
  | { kind: 'requirement'; requirement: Requirement }

export const itemId = (item: SectionItem): string =>
  item.kind === 'section' ? item.section.id : item.requirement.id

interface SectionItemsInput {
  sections: readonly Section[]
  requirements: readonly Requirement[]
  shownIds: readonly string[]
  /** Leaves out sections without a shown requirement. */
  isFiltered: boolean
}

/** The sections in their order, each with its shown requirements. */
export const sectionItems = (input: SectionItemsInput): SectionItem[] => {
  const { sections, requirements, shownIds, isFiltered } = input
  const shown = new Set(shownIds)
  return sections.flatMap((section): SectionItem[] => {
    const own = requirements.filter((one) => one.sectionId === section.id && shown.has(one.id))
    if (own.length === 0 && isFiltered) return []
    return [
      { kind: 'section', section },
      ...own.map((requirement): SectionItem => ({ kind: 'requirement', requirement })),
    ]
  })
}

export interface SectionProgress {
  total: number
  answered: number
}

/** The requirements and the answered ones of each section, by its id. */
export const sectionProgress = (
  sections: readonly Section[],
  requirements: readonly Requirement[],
  answers: ReadonlyMap<string, Commitment> | null,
): ReadonlyMap<string, SectionProgress> => {
  const result = new Map(sections.map(({ id }) => [id, { total: 0, answered: 0 }]))
  for (const { id, sectionId } of requirements) {
    const entry = result.get(sectionId)
    if (!entry) continue
    entry.total += 1
    if (answers && commitmentStatus(answers.get(id)) !== 'OPEN') entry.answered += 1
  }
  return result
}
