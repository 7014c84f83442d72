import { createFileRoute } from '@tanstack/react-router'
import { EvaluationPage } from '../../../features/evaluation/evaluation-page.tsx'

export const Route = createFileRoute('/_app/project/$id/evaluation-detail')({
  component: Evaluation,
})

function Evaluation() {
  const { id } = Route.useParams()
  return <EvaluationPage projectId={id} />
}
