import { NativeSelect, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import type { ColumnFilter } from '#schema/entities/table-view.ts'
import { PopoverPanel } from '#client/ui/floating/popover-panel.tsx'
import type { FloatingPanel } from '#client/ui/floating/use-floating.ts'
import type { Facet } from './column-facet.ts'
import { OPS_OF, type FilterOp } from './column-filter.ts'
import { FilterOptions } from './filter-options.tsx'
import { RangeFields } from './filter-range.tsx'
import classes from './filter-options.module.css'

interface FilterPanelProps {
  panel: FloatingPanel
  name: string
  facet: Facet
  filter: ColumnFilter | undefined
  onChange: (filter: ColumnFilter | undefined) => void
}

/** Edits a column's filter: options, a text, or a range. */
export function FilterPanel({ panel, name, facet, filter, onChange }: FilterPanelProps) {
  const { t } = useLingui()
  const [op, setOp] = useState<FilterOp>(filter?.op ?? OPS_OF[facet.kind][0])
  useEffect(() => {
    if (filter) setOp(filter.op)
  }, [filter])
  if (facet.kind === 'choice' || facet.kind === 'tick') {
    const values = filter?.op === 'any' ? filter.values : []
    return (
      <FilterOptions
        panel={panel}
        name={name}
        facet={facet}
        values={values}
        onChange={(next) => onChange(next.length === 0 ? undefined : { op: 'any', values: next })}
      />
    )
  }
  const words = {
    contains: t`contains`,
    between: t`is between`,
    days: t`is between`,
    empty: t`is empty`,
    filled: t`is not empty`,
    any: t`is one of`,
  } satisfies Record<FilterOp, string>
  const choose = (next: FilterOp) => {
    setOp(next)
    onChange(next === 'empty' || next === 'filled' ? { op: next } : undefined)
  }
  return (
    <PopoverPanel panel={panel} label={name} position="bottom-start" className={classes.fields}>
      <NativeSelect
        size="xs"
        aria-label={t`How ${name} is filtered`}
        value={op}
        data={OPS_OF[facet.kind].map((value) => ({ value, label: words[value] }))}
        onChange={(event) => {
          const next = OPS_OF[facet.kind].find((one) => one === event.currentTarget.value)
          if (next) choose(next)
        }}
      />
      {op === 'contains' && (
        <ContainsField name={name} filter={filter} onChange={onChange} onDone={panel.close} />
      )}
      {(op === 'between' || op === 'days') && (
        <RangeFields op={op} filter={filter} onChange={onChange} />
      )}
    </PopoverPanel>
  )
}

const TYPING_MS = 150

function ContainsField({
  name,
  filter,
  onChange,
  onDone,
}: Pick<FilterPanelProps, 'name' | 'filter' | 'onChange'> & { onDone: () => void }) {
  const { t } = useLingui()
  const wanted = filter?.op === 'contains' ? filter.text : ''
  const [text, setText] = useState(wanted)
  const apply = () => onChange(text.trim() === '' ? undefined : { op: 'contains', text })
  useEffect(() => {
    if (text === wanted) return
    const timer = setTimeout(apply, TYPING_MS)
    return () => clearTimeout(timer)
    // Only typing starts the timer; a filter changed elsewhere must not write the text back.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text])
  return (
    <TextInput
      size="xs"
      data-autofocus
      aria-label={t`Text in ${name}`}
      placeholder={t`Text`}
      maxLength={FIELD_LIMITS.filterText}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        apply()
        onDone()
      }}
    />
  )
}
