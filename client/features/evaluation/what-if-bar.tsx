import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconFlask } from '@tabler/icons-react'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Evaluation } from '#schema/rules/evaluation.ts'
import { mutate } from '#client/lib/mutate.ts'
import { codeText } from '#client/ui/refusal-text.ts'
import { toast } from '#client/ui/toast.tsx'
import { spreadGroup, startWhatIf, weightGroups, weightsCommand } from './what-if.ts'
import type { WeightGroup, WhatIf } from './what-if.ts'
import { weightText } from './evaluation-text.ts'
import { whyNot } from './why-not.ts'
import classes from './board.module.css'

interface WhatIfBarProps { project: Project; actor: ProjectActor; evaluation: Evaluation; whatIf: WhatIf; onChange: (whatIf: WhatIf | null) => void }

/** Says that what is seen is not what is saved, what is wrong with the totals, and how to keep or drop it. */
export function WhatIfBar({ project, actor, evaluation, whatIf, onChange }: WhatIfBarProps) {
  const { t } = useLingui()
  const wrong = weightGroups(evaluation, whatIf).filter((group) => !group.isRight)
  const refusal = whyNot(actor, 'weights.set', { state: project.state })
  const save = () => {
    if (wrong.length > 0) return toast.error(codeText('weights.invalid'))
    mutate('weights.set', { projectId: project.id, ...weightsCommand(evaluation, whatIf) })
      .then(() => { toast.success(t`The weights were saved`); onChange(null) })
      .catch((error: unknown) => toast.error(error))
  }
  return (
    <section className={classes.whatIf} aria-label={t`What-if`} data-no-print>
      <div className={classes.whatIfText}>
        <strong><IconFlask size={15} aria-hidden /> <Trans>What-if: these scores are not saved.</Trans></strong>{' '}
        <span><Trans>Type other weights for packages and documents in the column Weight; scores and places follow.</Trans></span>
        <div role="status">
          {wrong.map((group) => (
            <WrongTotal
              key={group.packageId ?? ''} group={group} onSpread={() => onChange(spreadGroup(evaluation, whatIf, group.packageId))}
            />
          ))}
        </div>
        {refusal !== null && <p className={classes.hint}>{refusal}</p>}
      </div>
      <div className={classes.whatIfActions}>
        <Button variant="default" onClick={() => onChange(startWhatIf(evaluation))}>{t`Reset`}</Button>
        {refusal === null && (
          <Button onClick={save}>{t`Save weights`}</Button>
        )}
      </div>
    </section>
  )
}

function WrongTotal({ group, onSpread }: { group: WeightGroup; onSpread: () => void }) {
  const total = weightText(group.total)
  const { name } = group
  return (
    <p className={classes.wrong}>
      {group.packageId === null
        ? <Trans>The packages total {total} and must total 100.</Trans>
        : <Trans>The documents of {name} total {total} and must total 100.</Trans>}{' '}
      <button type="button" className={classes.link} onClick={onSpread}><Trans>Spread evenly</Trans></button>
    </p>
  )
}
