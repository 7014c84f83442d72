import { useLingui } from '@lingui/react/macro'
import { overrideId } from '#schema/entities/commitment.ts'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { useUnsent } from '#client/lib/project-store.ts'
import classes from './unsent-mark.module.css'

interface UnsentMarkProps {
  evaluation: Evaluation
  index: number
  vendorId: number
}

/** An amber dot on an override that the server has not received yet. */
export function UnsentMark({
  evaluation: {
    prepared: { layout },
  },
  index,
  vendorId,
}: UnsentMarkProps) {
  const requirement = layout.requirements[index]
  if (requirement === undefined) return null
  return (layout.parsed[index]?.statements ?? []).map(({ parameter }) => (
    <Dot
      key={parameter.id}
      projectId={requirement.projectId}
      id={overrideId(requirement.id, vendorId, parameter.id)}
    />
  ))
}

function Dot({ projectId, id }: { projectId: string; id: string }) {
  const { t } = useLingui()
  const isUnsent = useUnsent(projectId, 'override', id)
  return (
    isUnsent && (
      <span
        className={classes.unsent}
        role="img"
        aria-label={t`not sent yet`}
        title={t`Saved on this device, not sent yet`}
      />
    )
  )
}
