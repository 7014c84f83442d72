import { TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useState } from 'react'
import type { ColumnFilter } from '#schema/entities/table-view.ts'
import { parseValue, valueText } from '#client/ui/grid/grid-values.ts'
import classes from './filter-options.module.css'

type RangeOp = 'between' | 'days'
type Bound = string | number

interface RangeFieldsProps {
  op: RangeOp
  filter: ColumnFilter | undefined
  onChange: (filter: ColumnFilter | undefined) => void
}

const EDITORS = { between: { kind: 'number' }, days: { kind: 'date' } } as const
const TYPING_MS = 150

/** Parses a bound: undefined = empty text, null = invalid text. */
const boundOf = (op: RangeOp, text: string): Bound | undefined | null => {
  const parsed = parseValue(EDITORS[op], text)
  if (!parsed.ok) return null
  return typeof parsed.value === 'string' || typeof parsed.value === 'number'
    ? parsed.value
    : undefined
}

function rangeOf(from: Bound | undefined, to: Bound | undefined): ColumnFilter | undefined {
  if (from === undefined && to === undefined) return undefined
  const days = (bound: Bound | undefined) => (typeof bound === 'string' ? bound : undefined)
  const numbers = (bound: Bound | undefined) => (typeof bound === 'number' ? bound : undefined)
  return typeof (from ?? to) === 'number'
    ? { op: 'between', from: numbers(from), to: numbers(to) }
    : { op: 'days', from: days(from), to: days(to) }
}

/** Two bounds for numbers or days; each is optional. */
export function RangeFields({ op, filter, onChange }: RangeFieldsProps) {
  const { t } = useLingui()
  const errorId = useId()
  const known = filter?.op === op ? filter : undefined
  const shown = (bound: Bound | undefined) => valueText(EDITORS[op], bound ?? null)
  const [texts, setTexts] = useState([shown(known?.from), shown(known?.to)] as const)
  const [from, to] = [boundOf(op, texts[0]), boundOf(op, texts[1])]
  const isUnread = from === null || to === null
  const isTurned = !isUnread && from !== undefined && to !== undefined && from > to
  useEffect(() => {
    if (isUnread || isTurned) return
    const next = rangeOf(from, to)
    if (JSON.stringify(next) === JSON.stringify(known)) return
    const timer = setTimeout(() => onChange(next), TYPING_MS)
    return () => clearTimeout(timer)
    // Only typing starts the timer; a filter changed elsewhere must not write the texts back.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [texts])
  const problem = isTurned
    ? t`“From” is above “to”`
    : isUnread
      ? { between: t`Enter a number`, days: t`Enter a date (DD.MM.YYYY)` }[op]
      : null
  const field = (label: string, value: string, write: (text: string) => void) => (
    <TextInput
      size="xs"
      label={label}
      value={value}
      data-autofocus={label === t`From` || undefined}
      autoComplete="off"
      inputMode={op === 'between' ? 'decimal' : 'numeric'}
      placeholder={op === 'days' ? t`DD.MM.YYYY` : undefined}
      error={problem !== null}
      aria-describedby={problem === null ? undefined : errorId}
      onChange={(event) => write(event.currentTarget.value)}
    />
  )
  return (
    <>
      <div className={classes.range}>
        {field(t`From`, texts[0], (text) => setTexts([text, texts[1]]))}
        {field(t`To`, texts[1], (text) => setTexts([texts[0], text]))}
      </div>
      {problem !== null && (
        <p id={errorId} className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
