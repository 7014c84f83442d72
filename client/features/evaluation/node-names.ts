import type { NodeLevel } from '#schema/rules/evaluation/evaluation.ts'
import type { TermLevel } from '#schema/rules/evaluation/evaluation-explain.ts'
import type { Layout } from '#schema/rules/evaluation/evaluation-layout.ts'

/** The code (if it has one) and name of a node. */
export const nodeName = (
  layout: Layout,
  level: NodeLevel | TermLevel,
  index: number,
): { code: string | null; name: string } => {
  switch (level) {
    case 'project':
      return { code: null, name: '' }
    case 'package':
      return { code: null, name: layout.packages[index]?.name ?? '' }
    case 'document':
      return {
        code: layout.documents[index]?.prefix ?? null,
        name: layout.documents[index]?.name ?? '',
      }
    case 'section':
      return { code: null, name: layout.sections[index]?.name ?? '' }
    case 'requirement':
      return {
        code: layout.requirements[index]?.fullId ?? null,
        name: layout.requirements[index]?.name ?? '',
      }
    case 'statement':
      return { code: null, name: layout.statements[index]?.parameter.name ?? '' }
    default:
      return level satisfies never
  }
}

/** Refers to a node by its id, because its position changes with the tree. */
export interface NodeRef {
  level: NodeLevel
  id: string
}

export const idOf = (layout: Layout, level: NodeLevel, index: number): string => {
  switch (level) {
    case 'project':
      return ''
    case 'package':
      return layout.packages[index]?.id ?? ''
    case 'document':
      return layout.documents[index]?.id ?? ''
    case 'section':
      return layout.sections[index]?.id ?? ''
    case 'requirement':
      return layout.requirements[index]?.id ?? ''
    default:
      return level satisfies never
  }
}

/** The current position of a node; null if it no longer exists. */
export const indexOf = (layout: Layout, { level, id }: NodeRef): number | null => {
  if (level === 'project') return 0
  const rows = {
    package: layout.packages,
    document: layout.documents,
    section: layout.sections,
    requirement: layout.requirements,
  }[level]
  const found = rows.findIndex((row) => row.id === id)
  return found === -1 ? null : found
}
