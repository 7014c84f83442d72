import { useMemo } from 'react'
import type { Document, Section } from '#schema/entities/structure.ts'
import type { TeamMember } from '#client/lib/assigned-to.ts'
import { useRows } from '#client/lib/project-store.ts'
import { useTeam } from '#client/lib/team.ts'

/**
 * Who of a vendor answers each section: the contact of the section, or of the whole document.
 * Requestors read no such rows, so they get an empty map.
 */
export const useSectionContacts = (
  projectId: string,
  document: Document,
  sections: readonly Section[],
): ReadonlyMap<string, TeamMember> => {
  const parts = useRows(projectId, 'vendorPart', { documentId: document.id })
  const team = useTeam(projectId)
  return useMemo(() => {
    const contactOf = (sectionId: string | null) => {
      const userId = parts.find((part) => part.sectionId === sectionId)?.userId
      return team.find(({ id }) => id === userId)
    }
    const whole = contactOf(null)
    return new Map(
      sections.flatMap(({ id }) => {
        const contact = contactOf(id) ?? whole
        return contact === undefined ? [] : [[id, contact] as const]
      }),
    )
  }, [parts, team, sections])
}
