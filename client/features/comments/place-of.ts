import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Place } from '#schema/entities/comment.ts'
import type { Document, Package, Requirement } from '#schema/entities/structure.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'

interface PlaceRows {
  projectPackage: Package | undefined
  requirement: Requirement | undefined
  document: Document | undefined
}

/**
 * Label and address of the place that a comment is about. `href` is null for a deleted place and
 * for the project itself.
 */
export const placeOf = (
  projectId: string,
  { kind, id }: Place,
  { projectPackage, requirement, document }: PlaceRows,
): { label: string; href: string | null } => {
  const base = `/project/${projectId}`
  if (kind === 'project') return { label: i18n._(msg`The project as a whole`), href: null }
  if (projectPackage) return { label: projectPackage.name, href: `${base}/packages/${id}` }
  if (requirement && document)
    return {
      label: requirementLabel(requirement, document.prefix),
      href: `${base}/documents/${document.id}/requirement/${encodeURIComponent(requirement.fullId ?? id)}`,
    }
  if (kind === 'document' && document)
    return { label: document.name, href: `${base}/documents/${id}` }
  return { label: i18n._(msg`Deleted`), href: null }
}
