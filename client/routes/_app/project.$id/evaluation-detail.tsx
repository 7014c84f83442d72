import { createFileRoute } from '@tanstack/react-router'
import { EvaluationPage } from '../../../features/evaluation/evaluation-page.tsx'
import { lazyDialog } from '../../../ui/pages/lazy-part.tsx'

const OverridesDialog = lazyDialog(() =>
  import('../../../features/import/overrides/overrides-dialog.tsx').then(
    (part) => part.OverridesDialog,
  ),
)

export const Route = createFileRoute('/_app/project/$id/evaluation-detail')({
  component: Evaluation,
})

function Evaluation() {
  const { id } = Route.useParams()
  return (
    <EvaluationPage projectId={id} overridesDialog={(props) => <OverridesDialog {...props} />} />
  )
}
