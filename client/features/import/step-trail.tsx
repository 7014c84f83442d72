import { useLingui } from '@lingui/react/macro'
import classes from './step-trail.module.css'

type StepName = 'file' | 'sheet' | 'reqif' | 'columns' | 'preview' | 'progress' | 'done'
const ORDER = ['file', 'sheet', 'columns', 'preview', 'done'] as const satisfies readonly StepName[]
const SHOWN: Readonly<Partial<Record<StepName, (typeof ORDER)[number]>>> = {
  progress: 'done',
  reqif: 'columns',
}

/** Shows the current step among all steps. */
export function StepTrail({ step }: { step: StepName }) {
  const { t } = useLingui()
  const labels = {
    file: t`File`,
    sheet: t`Sheet`,
    columns: t`Columns`,
    preview: t`Preview`,
    done: t`Import`,
  } satisfies Record<(typeof ORDER)[number], string>
  const current = ORDER.findIndex((name) => name === (SHOWN[step] ?? step))
  return (
    <ol className={classes.trail} aria-label={t`Steps of the import`}>
      {ORDER.map((name, index) => (
        <li
          key={name}
          data-done={index < current || undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span aria-hidden className={classes.trailNumber}>
            {index + 1}
          </span>
          {labels[name]}
        </li>
      ))}
    </ol>
  )
}
