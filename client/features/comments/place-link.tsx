import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { Place } from '#schema/entities/comment.ts'
import { requirementLabel } from '#schema/rules/project/numbering.ts'
import { useRow } from '#client/lib/project-store.ts'

/**
 * Label and address of the place that a comment is about. `href` is null for a deleted place and
 * for the project itself.
 */
export function usePlace(
  projectId: string,
  { kind, id }: Place,
): { label: string; href: string | null } {
  const { t } = useLingui()
  const projectPackage = useRow(projectId, 'package', kind === 'package' ? id : '')
  const requirement = useRow(projectId, 'requirement', kind === 'requirement' ? id : '')
  const document = useRow(
    projectId,
    'document',
    kind === 'document' ? id : (requirement?.documentId ?? ''),
  )
  const base = `/project/${projectId}`
  if (kind === 'project') return { label: t`The project as a whole`, href: null }
  if (projectPackage) return { label: projectPackage.name, href: `${base}/packages/${id}` }
  if (requirement && document)
    return {
      label: requirementLabel(requirement, document.prefix),
      href: `${base}/documents/${document.id}/requirement/${encodeURIComponent(requirement.fullId ?? id)}`,
    }
  if (kind === 'document' && document)
    return { label: document.name, href: `${base}/documents/${id}` }
  return { label: t`Deleted`, href: null }
}

/** Links to the place of a comment, or only names it if there is no page to open. */
export function PlaceLink({ projectId, place }: { projectId: string; place: Place }) {
  const { label, href } = usePlace(projectId, place)
  return href === null ? <span>{label}</span> : <Link to={href}>{label}</Link>
}
