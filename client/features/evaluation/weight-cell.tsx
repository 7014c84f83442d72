import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { at } from '#schema/rules/evaluation/evaluation-layout.ts'
import { weightText } from './evaluation-text.ts'
import type { MatrixRow } from './matrix-rows.ts'
import { idOf, nodeName } from './node-names.ts'
import type { CellPlace } from './score-cell.tsx'
import classes from './matrix.module.css'
import own from './weight-cell.module.css'

interface WeightCellProps {
  row: MatrixRow
  evaluation: Evaluation
  onWeight: ((level: 'package' | 'document', id: string, weight: number) => void) | null
  place: CellPlace
}

/**
 * Shows a weight: in percent for packages and documents, relative inside the document for sections
 * and requirements.
 */
export function WeightCell({ row, evaluation, onWeight, place }: WeightCellProps) {
  const { layout } = evaluation.prepared
  const isPercent = row.level === 'package' || row.level === 'document'
  if (!isPercent)
    return (
      <div role="gridcell" className={classes.weight} {...place}>
        <InnerWeight row={row} evaluation={evaluation} />
      </div>
    )
  const level = row.level === 'package' ? 'package' : 'document'
  const weight = at(evaluation.weights[level], row.index)
  return (
    <div
      role="gridcell"
      className={classes.weight}
      {...place}
      data-editable={onWeight === null ? undefined : true}
    >
      {onWeight === null ? (
        `${weightText(weight)} %`
      ) : (
        <WeightInput
          name={nodeName(layout, level, row.index).name}
          weight={weight}
          onChange={(next) => onWeight(level, idOf(layout, level, row.index), next)}
        />
      )}
    </div>
  )
}

function InnerWeight({
  row,
  evaluation: {
    prepared: { layout },
  },
}: Pick<WeightCellProps, 'row' | 'evaluation'>) {
  const [first, last] =
    row.level === 'section'
      ? [
          at(layout.statementsOf, at(layout.requirementsOf, row.index)),
          at(layout.statementsOf, at(layout.requirementsOf, row.index + 1)),
        ]
      : [at(layout.statementsOf, row.index), at(layout.statementsOf, row.index + 1)]
  if (first === last) return <>–</>
  const sum = weightText(
    layout.statementWeight.subarray(first, last).reduce((total, weight) => total + weight, 0),
  )
  return (
    <span className={own.inner}>
      <Trans>× {sum}</Trans>
    </span>
  )
}

interface WeightInputProps {
  name: string
  weight: number
  onChange: (weight: number) => void
}

function WeightInput({ name, weight, onChange }: WeightInputProps) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<string | null>(null)
  const type = (text: string) => {
    setDraft(text)
    const typed = Number(text.replace(',', '.'))
    if (text.trim() !== '' && typed >= 0 && typed <= 100) onChange(Math.round(typed * 100) / 100)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault()
      type(weightText(Math.min(100, Math.max(0, weight + (event.key === 'ArrowUp' ? 1 : -1)))))
    } else if (event.key === 'Enter' || event.key === 'Escape') {
      event.stopPropagation()
      event.currentTarget.closest<HTMLElement>('[data-cell]')?.focus()
    }
  }
  return (
    <input
      className={own.weightInput}
      inputMode="decimal"
      aria-label={t`What-if weight of ${name} in %`}
      value={draft ?? weightText(weight)}
      onChange={(event) => type(event.target.value)}
      onBlur={() => setDraft(null)}
      onFocus={(event) => event.target.select()}
      onKeyDown={onKeyDown}
    />
  )
}
