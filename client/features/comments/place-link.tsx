import { useLingui } from '@lingui/react'
import { Link } from '@tanstack/react-router'
import type { Place } from '#schema/entities/comment.ts'
import { useRow } from '#client/lib/project-store.ts'
import { useContentLanguage } from '#client/ui/elements/content-text.tsx'
import { placeOf } from './place-of.ts'

/** Subscribes to the place that a comment is about. */
export function usePlace(
  projectId: string,
  { kind, id }: Place,
): { label: string; href: string | null } {
  // Renders again with another language.
  useLingui()
  const projectPackage = useRow(projectId, 'package', kind === 'package' ? id : '')
  const requirement = useRow(projectId, 'requirement', kind === 'requirement' ? id : '')
  const document = useRow(
    projectId,
    'document',
    kind === 'document' ? id : (requirement?.documentId ?? ''),
  )
  return placeOf(projectId, { kind, id }, { projectPackage, requirement, document })
}

/** Links to the place of a comment, or only names it if there is no page to open. */
export function PlaceLink({ projectId, place }: { projectId: string; place: Place }) {
  const { label, href } = usePlace(projectId, place)
  const language = useContentLanguage()
  if (href === null) return <span>{label}</span>
  return (
    <Link to={href} {...language}>
      {label}
    </Link>
  )
}
