import { loadRows } from '../../lib/project-store.ts'
import type { ImportTarget } from './run-import.ts'

/** The content of the document that an import goes to. */
export const existingRows = async ({ projectId, documentId }: ImportTarget) => {
  const requirements = await loadRows(projectId, 'requirement', { documentId })
  const sections = await loadRows(projectId, 'section', { documentId })
  return { requirements, sections }
}
