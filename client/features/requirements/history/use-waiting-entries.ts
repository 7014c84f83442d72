import { useMemo } from 'react'
import { releaseField } from '#schema/entities/commitment.ts'
import { answerParameters, parseDefinition } from '#schema/rules/definition/parameters.ts'
import { useRows } from '#client/lib/project-store.ts'
import { currentSession } from '#client/lib/session.ts'
import { useOutbox } from '#client/lib/unsent-edits.ts'
import type { HistoryOf } from './use-history.ts'
import { waitingEntries, type WaitingEntry } from './waiting-entries.ts'

/** The id of a row below a requirement begins with the requirement's. */
const requirementOf = (rowId: string): string => rowId.split('.')[0] ?? rowId

/** The person's own unsent changes of a requirement or document, newest first. */
export const useWaitingEntries = (of: HistoryOf): readonly WaitingEntry[] => {
  const { projectId, documentId, requirementId } = of
  const edits = useOutbox()
  const requirements = useRows(projectId, 'requirement', { documentId })
  const sections = useRows(projectId, 'section', { documentId })
  return useMemo(() => {
    const own = edits.filter((edit) => edit.projectId === projectId)
    if (own.length === 0) return []
    const byId = new Map(requirements.map((one) => [one.id, one]))
    const sectionNames = new Map(sections.map(({ id, name }) => [id, name]))
    const isAbout = (entity: string, id: string): boolean => {
      if (requirementId !== undefined) return requirementOf(id) === requirementId
      if (entity === 'document') return id === documentId
      return entity === 'section' ? sectionNames.has(id) : byId.has(requirementOf(id))
    }
    const labelOf = (id: string): string => {
      const found = byId.get(requirementOf(id))
      return found?.fullId ?? found?.name ?? sectionNames.get(id) ?? ''
    }
    const nameOf = (id: string, field: string): string | null => {
      const found = byId.get(requirementOf(id))
      if (found === undefined || !field.startsWith('values.')) return null
      const key = field.slice('values.'.length)
      const parameters = answerParameters(parseDefinition(found.definition))
      return parameters.find((one) => one.id === key || releaseField(one.id) === key)?.name ?? null
    }
    const actor = currentSession()?.name ?? ''
    return waitingEntries(own, { isAbout, labelOf, nameOf, actor })
  }, [edits, requirements, sections, projectId, documentId, requirementId])
}
