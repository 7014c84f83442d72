import type { Commitment } from '#schema/entities/commitment.ts'
import type { Requirement, Section } from '#schema/entities/structure.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'

/** An entry of the list: a section heading or a requirement. */
export type SectionItem =
  | { kind: 'section'; section: Section }
  | { kind: 'requirement'; requirement: Requirement }

export const itemId = (item: SectionItem): string =>
  item.kind === 'section' ? item.section.id : item.requirement.id

interface SectionItemsInput {
  sections: readonly Section[]
  requirements: readonly Requirement[]
  shownIds: readonly string[]
  /** Omit sections without a matching requirement. */
  isFiltered: boolean
}

/** The sections in order, each followed by its matching requirements. */
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

/** Numbers of requirements and of answered ones, by section id. */
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
