import { Checkbox } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { PopoverPanel } from '#client/ui/floating/popover-panel.tsx'
import type { FloatingPanel } from '#client/ui/floating/use-floating.ts'
import classes from './filter-options.module.css'

interface FilterOptionsProps {
  panel: FloatingPanel
  name: string
  options: readonly { value: string; label: string }[]
  values: readonly string[]
  onChange: (values: string[]) => void
}

/** What a filter lets through. */
export function FilterOptions({ panel, name, options, values, onChange }: FilterOptionsProps) {
  return (
    <PopoverPanel panel={panel} label={name} position="bottom-start" className={classes.options}>
      {options.length === 0 && <p className={classes.none}><Trans>No values to choose from yet.</Trans></p>}
      {options.map(({ value, label }) => (
        <Checkbox
          key={value} size="xs" label={label} checked={values.includes(value)}
          onChange={(event) => onChange(event.currentTarget.checked ? [...values, value] : values.filter((one) => one !== value))}
        />
      ))}
    </PopoverPanel>
  )
}
