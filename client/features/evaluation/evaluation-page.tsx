import { useLingui } from '@lingui/react/macro'
import { areAnswersOpen } from '#schema/rules/access/access.ts'
import { useProjectState, useRow } from '#client/lib/project-store.ts'
import { Page } from '#client/ui/pages/page.tsx'
import type { OverridesDialogOf } from './import-overrides-button.tsx'
import { EvaluationBoard } from './evaluation-board.tsx'
import { EvaluationClosed, EvaluationDenied } from './evaluation-closed.tsx'

interface EvaluationPageProps {
  projectId: string
  overridesDialog: OverridesDialogOf
}

/**
 * The page with the scores of all vendors. Everything is computed on the device, so it works
 * offline.
 */
export function EvaluationPage({ projectId, overridesDialog }: EvaluationPageProps) {
  const { t } = useLingui()
  const { status, actor } = useProjectState(projectId)
  const project = useRow(projectId, 'project', projectId)
  const title = t`Evaluation`
  if (status === 'loading')
    return (
      <Page title={title}>
        <p role="status">{t`Loading the evaluation…`}</p>
      </Page>
    )
  if (actor === undefined || project === undefined || !actor.permissions.includes('SC_BROWSE')) {
    return (
      <Page title={title}>
        <EvaluationDenied />
      </Page>
    )
  }
  if (project.state === 'PUBLISHED' || !areAnswersOpen(project))
    return (
      <Page title={title}>
        <EvaluationClosed project={project} />
      </Page>
    )
  return <EvaluationBoard {...{ project, actor, overridesDialog }} />
}
