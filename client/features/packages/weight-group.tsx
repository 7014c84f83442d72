import { Button, NumberInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useRested } from '#client/ui/browser/use-rested.ts'
import { toHundredths, weightTotal } from '#schema/rules/evaluation/weights.ts'
import type { WeightDraft } from './weights-draft.ts'
import classes from './weights-dialog.module.css'

/** Typing a weight of two digits takes less. */
const REST_MS = 800

interface WeightGroupProps {
  label: string
  rows: readonly { id: string; name: string }[]
  draft: WeightDraft
  onChange: (id: string, weight: number | null) => void
  onSpread: () => void
}

/** A group of weights that must total 100, with its current total. */
export function WeightGroup({ label, rows, draft, onChange, onSpread }: WeightGroupProps) {
  const { t } = useLingui()
  const sum = weightTotal(rows.map((row) => draft[row.id] ?? null))
  const rested = useRested(sum, REST_MS)
  const totalText = (total: number) => t`Total ${total} of 100`
  const isFull = toHundredths(sum) === 10_000
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {rows.map(({ id, name }) => (
        <div key={id} className={classes.row}>
          <label htmlFor={`weight-${id}`}>{name}</label>
          <NumberInput
            id={`weight-${id}`}
            size="xs"
            w="8.5em"
            hideControls
            decimalScale={2}
            min={0}
            max={100}
            suffix=" %"
            clampBehavior="blur"
            allowNegative={false}
            value={draft[id] ?? ''}
            onChange={(value) => onChange(id, typeof value === 'number' ? value : null)}
          />
        </div>
      ))}
      <div className={classes.total} data-full={isFull || undefined}>
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={t`Spread the rest evenly: ${label}`}
          onClick={onSpread}
        >{t`Spread the rest evenly`}</Button>
        <output aria-live="off">
          {isFull ? (
            <IconCheck size={14} aria-hidden />
          ) : (
            <IconAlertTriangle size={14} aria-hidden />
          )}
          {totalText(sum)}
        </output>
        <span className="visually-hidden" role="status">
          {totalText(rested)}
        </span>
      </div>
    </fieldset>
  )
}
