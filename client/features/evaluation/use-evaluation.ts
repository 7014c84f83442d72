import { useMemo, useState } from 'react'
import type { EvaluationSettings } from '#schema/entities/project.ts'
import type { Evaluation, Lens } from '#schema/rules/evaluation/evaluation.ts'
import type { EvaluationRows } from '#schema/rules/evaluation/evaluation-rows.ts'
import { isLoading, useRows } from '#client/lib/project-store.ts'
import { createEvaluator } from './evaluator.ts'
import type { WhatIf } from './what-if.ts'

interface Inputs {
  projectId: string
  lens: Lens
  settings: EvaluationSettings
  whatIf: WhatIf | null
}

interface CurrentEvaluation {
  saved: Evaluation
  tried: Evaluation | null
  /** Rows are still being read from storage, so the scores are incomplete. */
  isReading: boolean
}

/** The project's current evaluation, and the one with the weights of a what-if. */
export const useEvaluation = ({ projectId, lens, settings, whatIf }: Inputs): CurrentEvaluation => {
  const rows = useEvaluationRows(projectId)
  const [evaluator] = useState(createEvaluator)
  const saved = useMemo(
    () => evaluator.saved(rows, { lens, settings }),
    [evaluator, rows, lens, settings],
  )
  const tried = useMemo(() => whatIf && evaluator.tried(saved, whatIf), [evaluator, saved, whatIf])
  return { saved, tried, isReading: Object.values(rows).some(isLoading) }
}

const useEvaluationRows = (projectId: string): EvaluationRows => {
  const packages = useRows(projectId, 'package', { projectId })
  const documents = useRows(projectId, 'document', { projectId })
  const sections = useRows(projectId, 'section', { projectId })
  const requirements = useRows(projectId, 'requirement', { projectId })
  const releases = useRows(projectId, 'release', { projectId })
  const vendors = useRows(projectId, 'projectVendor', { projectId })
  const commitments = useRows(projectId, 'commitment', { projectId })
  const overrides = useRows(projectId, 'override', { projectId })
  return useMemo(
    () => ({
      packages,
      documents,
      sections,
      requirements,
      releases,
      vendors,
      commitments,
      overrides,
    }),
    [packages, documents, sections, requirements, releases, vendors, commitments, overrides],
  )
}
