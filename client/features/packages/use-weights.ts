import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useRows } from '../../lib/project-store.ts'
import { draftProblems, type WeightDraft } from './weights-draft.ts'

const PACKAGES = 'packages'

/** Draft of all weights of a project, in the groups that must each total 100. */
export const useWeights = (projectId: string) => {
  const { t } = useLingui()
  const packages = useRows(projectId, 'package', { projectId })
  const documents = useRows(projectId, 'document', { projectId })
  const [typed, setTyped] = useState<WeightDraft>({})
  const draft: WeightDraft = {
    ...Object.fromEntries([...packages, ...documents].map((row) => [row.id, row.weight])),
    ...typed,
  }
  const groups = [
    { id: PACKAGES, label: t`Packages`, rows: packages },
    ...packages.map((row) => ({
      id: row.id,
      label: t`Documents of ${row.name}`,
      rows: documents.filter((document) => document.packageId === row.id),
    })),
  ].filter((group) => group.rows.length > 0)
  const problems = draftProblems(
    draft,
    groups.map(({ id, rows }) => ({ id, members: rows.map((row) => row.id) })),
  )
  const weigh = (weights: WeightDraft) => setTyped((current) => ({ ...current, ...weights }))
  return { packages, documents, draft, groups, problems, weigh }
}
