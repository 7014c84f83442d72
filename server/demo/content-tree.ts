import { randomUUIDv7 } from 'node:crypto'
import type { Definition } from '#schema/entities/parameter.ts'
import type { Document, Package, Requirement, Section } from '#schema/entities/structure.ts'
import { definitionText } from '#schema/rules/definition/parameters.ts'
import { ranksBetween } from '#schema/rules/evaluation/rank.ts'

export interface RequirementPlan {
  name: string
  sourceId: string
  definition: Definition
  vendorHelp: string
  evaluatorHelp: string
}
export interface SectionPlan {
  name: string
  requirements: RequirementPlan[]
}
export interface DocumentPlan {
  name: string
  prefix: string
  weight: number
  sections: SectionPlan[]
}
export interface PackagePlan {
  name: string
  weight: number
  documents: DocumentPlan[]
}

export interface ContentRows {
  packages: Package[]
  documents: Document[]
  sections: Section[]
  requirements: Requirement[]
}

/**
 * Turns a plan of packages, documents, sections and requirements into rows with ids, ranks and
 * numbers.
 */
export const contentRows = (
  projectId: string,
  plans: readonly PackagePlan[],
  now: number,
): ContentRows => {
  const rows: ContentRows = { packages: [], documents: [], sections: [], requirements: [] }
  const shared = { projectId, updatedOn: now }
  for (const [onePackage, packageRank] of ranked(plans)) {
    const packageId = randomUUIDv7()
    rows.packages.push({
      ...shared,
      id: packageId,
      name: onePackage.name,
      weight: onePackage.weight,
      rank: packageRank,
      ownerId: null,
    })
    for (const [document, documentRank] of ranked(onePackage.documents)) {
      const documentId = randomUUIDv7()
      const { name, prefix, weight } = document
      rows.documents.push({
        ...shared,
        id: documentId,
        packageId,
        name,
        prefix,
        weight,
        rank: documentRank,
        ownerId: null,
      })
      let number = 0
      for (const [section, sectionRank] of ranked(document.sections)) {
        const sectionId = randomUUIDv7()
        rows.sections.push({
          ...shared,
          id: sectionId,
          packageId,
          documentId,
          name: section.name,
          rank: sectionRank,
        })
        for (const [requirement, rank] of ranked(section.requirements)) {
          number += 1
          const place = {
            ...shared,
            packageId,
            documentId,
            sectionId,
            rank,
            fullId: `${prefix}-${String(number).padStart(4, '0')}`,
          }
          rows.requirements.push(requirementRow(requirement, place))
        }
      }
    }
  }
  return rows
}

type Place = Pick<
  Requirement,
  'projectId' | 'packageId' | 'documentId' | 'sectionId' | 'rank' | 'fullId' | 'updatedOn'
>
const requirementRow = (plan: RequirementPlan, place: Place): Requirement => {
  const { definition, ...texts } = plan
  return {
    ...place,
    ...texts,
    id: randomUUIDv7(),
    lineageId: randomUUIDv7(),
    status: 'NEW',
    version: 1,
    definition: definitionText(definition),
    excluded: null,
  }
}

const ranked = <T>(items: readonly T[]): [T, string][] => {
  const ranks = ranksBetween(null, null, items.length)
  return items.map((item, index) => [item, ranks[index] ?? ''])
}
