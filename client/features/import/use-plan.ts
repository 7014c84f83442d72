import { useEffect, useState } from 'react'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { newId } from '../../lib/mutate.ts'
import { loadRows } from '../../lib/project-store.ts'
import type { SheetChoice } from './import-steps.tsx'
import type { Preview } from './preview-items.ts'
import type { ImportTarget } from './run-import.ts'

const makePreview = async (
  { file, sheetIndex, headerRow, mapping }: SheetChoice,
  { projectId, documentId }: ImportTarget,
): Promise<Preview> => {
  const requirements = await loadRows(projectId, 'requirement', { documentId })
  const sections = await loadRows(projectId, 'section', { documentId })
  const sheet = file.sheets[sheetIndex]
  const table = prepareTable(sheet ?? { rows: [], merges: [] }, headerRow, mapping)
  return {
    plan: planImport({ ...table, existing: { requirements, sections }, newId }),
    mapping,
    found: new Map(requirements.map((one) => [one.id, one])),
    sections: new Map(sections.map(({ id, name }) => [id, name])),
  }
}

/** The plan of changes to the current document, and that document; null while it is computed. */
export const usePreview = (
  choice: SheetChoice,
  { projectId, documentId }: ImportTarget,
): Preview | null => {
  const [preview, setPreview] = useState<Preview | null>(null)
  useEffect(() => {
    let isCurrent = true
    // Compute after the step is painted: comparing thousands of rows takes a moment.
    const timer = setTimeout(
      () =>
        void makePreview(choice, { projectId, documentId }).then(
          (made) => isCurrent && setPreview(made),
        ),
      0,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [choice, projectId, documentId])
  return preview
}

export const usePlan = (choice: SheetChoice, target: ImportTarget): ImportPlan | null =>
  usePreview(choice, target)?.plan ?? null
