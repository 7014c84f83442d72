import { useMemo, useRef } from 'react'
import type { EvaluationSettings } from '#schema/entities/project.ts'
import { evaluate } from '#schema/rules/evaluation/evaluation.ts'
import type { Evaluation, Lens } from '#schema/rules/evaluation/evaluation.ts'
import { prepareEvaluation, updateEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import type { PreparedEvaluation } from '#schema/rules/evaluation/evaluation-prepare.ts'
import type { EvaluationRows } from '#schema/rules/evaluation/evaluation-rows.ts'
import { isLoading, useRows } from '#client/lib/project-store.ts'
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
  /** Some rows have not been read from the device's storage yet: scores would be wrong. */
  isReading: boolean
}

/**
 * The project's evaluation as it stands on this device, and beside it the one that a what-if would
 * give.
 */
export const useEvaluation = ({ projectId, lens, settings, whatIf }: Inputs): CurrentEvaluation => {
  const rows = useEvaluationRows(projectId)
  const prepared = useRef<PreparedEvaluation | null>(null)
  const latest = useRef<{ saved?: Evaluation; tried?: Evaluation }>({})
  const saved = useMemo(() => {
    prepared.current =
      prepared.current === null ? prepareEvaluation(rows) : updateEvaluation(prepared.current, rows)
    return (latest.current.saved = evaluate(
      prepared.current,
      { lens, settings },
      latest.current.saved,
    ))
  }, [rows, lens, settings])
  const tried = useMemo(
    () =>
      whatIf &&
      (latest.current.tried = evaluate(
        saved.prepared,
        { ...saved.options, weights: whatIf },
        latest.current.tried ?? saved,
      )),
    [saved, whatIf],
  )
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
