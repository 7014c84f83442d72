import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconFlask } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { areWeightsLocked } from '#schema/rules/evaluation/scoring.ts'
import { mutate } from '#client/lib/mutate.ts'
import { lazyDialog } from '#client/ui/pages/lazy-part.tsx'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { spreadGroup, startWhatIf, weightGroups, weightsCommand } from './what-if.ts'
import type { WhatIfGroup, WhatIf } from './what-if.ts'
import { weightText } from './evaluation-text.ts'
import { whyNot } from './why-not.ts'
import classes from './board.module.css'

const ReasonDialog = lazyDialog(() =>
  import('./reason-dialog.tsx').then((part) => part.ReasonDialog),
)

interface WhatIfBarProps {
  project: Project
  actor: ProjectActor
  evaluation: Evaluation
  whatIf: WhatIf
  onChange: (whatIf: WhatIf | null) => void
}

/** Of the toasts about saving these weights. */
const SAVING = 'what-if.weights'

/**
 * Says that the shown scores use unsaved weights, lists wrong totals, and saves or discards the
 * what-if.
 */
export function WhatIfBar({ project, actor, evaluation, whatIf, onChange }: WhatIfBarProps) {
  const { t } = useLingui()
  const wrong = weightGroups(evaluation, whatIf).filter((group) => !group.isRight)
  const [isAsking, setAsking] = useState(false)
  const refusal = areWeightsLocked(project)
    ? codeText('WEIGHTS_LOCKED')
    : whyNot(actor, 'weights.set', { state: project.state })
  const ask = () => {
    if (wrong.length > 0) toast.error(codeText('weights.invalid'), { about: SAVING })
    else setAsking(true)
  }
  const save = async (reason: string): Promise<void> => {
    try {
      const weights = weightsCommand(evaluation, whatIf)
      await mutate(
        'weights.set',
        { projectId: project.id, ...weights, reason },
        { undoLabel: t`Weights` },
      )
      toast.success(t`Weights saved`, { about: SAVING })
      onChange(null)
    } catch (error) {
      toast.error(error, { about: SAVING })
    }
  }
  return (
    <section className={classes.whatIf} aria-label={t`What-if`} data-no-print>
      <div className={classes.whatIfText}>
        <strong>
          <IconFlask size={15} aria-hidden /> <Trans>What-if: these scores are not saved.</Trans>
        </strong>{' '}
        <span>
          <Trans>
            Enter other weights in the Weight column. Scores and ranks change as you type.
          </Trans>
        </span>
        <div role="status">
          {wrong.map((group) => (
            <WrongTotal
              key={group.packageId ?? ''}
              group={group}
              onSpread={() => onChange(spreadGroup(evaluation, whatIf, group.packageId))}
            />
          ))}
        </div>
        {refusal !== null && <p className={classes.hint}>{refusal}</p>}
      </div>
      <div className={classes.whatIfActions}>
        <Button
          variant="default"
          onClick={() => onChange(startWhatIf(evaluation))}
        >{t`Reset`}</Button>
        {refusal === null && <Button onClick={ask}>{t`Save weights…`}</Button>}
      </div>
      <Suspense>
        {isAsking && (
          <ReasonDialog
            title={t`Save weights`}
            confirmLabel={t`Save weights`}
            onConfirm={save}
            lead={t`The answers are open. From now on the evaluation shows that the weights were changed after the opening, with your name and reason. Both are also recorded in the history.`}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </section>
  )
}

function WrongTotal({ group, onSpread }: { group: WhatIfGroup; onSpread: () => void }) {
  const total = weightText(group.total)
  const { name } = group
  return (
    <p className={classes.wrong}>
      {group.packageId === null ? (
        <Trans>The weights of the packages total {total}. They must total 100.</Trans>
      ) : (
        <Trans>
          The weights of the documents in {name} total {total}. They must total 100.
        </Trans>
      )}{' '}
      <button type="button" className={classes.link} onClick={onSpread}>
        <Trans>Spread evenly</Trans>
      </button>
    </p>
  )
}
