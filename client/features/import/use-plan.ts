import { useEffect, useState } from 'react'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { planImport } from '#schema/rules/excel/excel-rows.ts'
import { prepareTable } from '#schema/rules/excel/prepare-table.ts'
import { newId } from '../../lib/mutate.ts'
import { loadRows } from '../../lib/project-store.ts'
import type { SheetChoice } from './import-steps.tsx'
import type { ImportTarget } from './run-import.ts'

const makePlan = async (
  { file, sheetIndex, headerRow, mapping }: SheetChoice,
  { projectId, documentId }: ImportTarget,
): Promise<ImportPlan> => {
  const requirements = await loadRows(projectId, 'requirement', { documentId })
  const sections = await loadRows(projectId, 'section', { documentId })
  const sheet = file.sheets[sheetIndex]
  const table = prepareTable(sheet ?? { rows: [], merges: [] }, headerRow, mapping)
  return planImport({ ...table, existing: { requirements, sections }, newId })
}

/** The plan of changes to the current document; null while it is computed. */
export const usePlan = (
  choice: SheetChoice,
  { projectId, documentId }: ImportTarget,
): ImportPlan | null => {
  const [plan, setPlan] = useState<ImportPlan | null>(null)
  useEffect(() => {
    let isCurrent = true
    // Compute after the step is painted: comparing thousands of rows takes a moment.
    const timer = setTimeout(
      () =>
        void makePlan(choice, { projectId, documentId }).then((made) => isCurrent && setPlan(made)),
      0,
    )
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [choice, projectId, documentId])
  return plan
}
