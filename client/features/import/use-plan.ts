import { useCallback } from 'react'
import { existingRows } from './existing-rows.ts'
import type { SheetChoice } from './import-steps.tsx'
import type { Preview } from './preview-items.ts'
import type { PlanFacts } from './reader/questions.ts'
import { readPlan, readPlanFacts } from './reader/read-plan.ts'
import { type Answered, useAnswer } from './reader/use-answer.ts'
import type { ImportTarget } from './run-import.ts'

/** The plan of changes to the current document, and that document. */
export const usePreview = (
  choice: SheetChoice,
  { projectId, documentId }: ImportTarget,
): Answered<Preview> =>
  useAnswer(
    useCallback(
      async (signal: AbortSignal): Promise<Preview> => {
        const existing = await existingRows({ projectId, documentId })
        const { requirements, sections } = existing
        return {
          plan: await readPlan(choice.file.reader, { reading: choice, existing }, signal),
          mapping: choice.mapping,
          found: new Map(requirements.map((one) => [one.id, one])),
          sections: new Map(sections.map(({ id, name }) => [id, name])),
        }
      },
      [choice, projectId, documentId],
    ),
  )

/** What an import into the current document would do, in numbers. */
export const usePlanFacts = (
  choice: SheetChoice,
  { projectId, documentId }: ImportTarget,
): Answered<PlanFacts> =>
  useAnswer(
    useCallback(
      async (signal: AbortSignal): Promise<PlanFacts> => {
        const existing = await existingRows({ projectId, documentId })
        return await readPlanFacts(choice.file.reader, { reading: choice, existing }, signal)
      },
      [choice, projectId, documentId],
    ),
  )
