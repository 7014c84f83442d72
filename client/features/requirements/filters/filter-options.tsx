import { Checkbox } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import { PopoverPanel } from '#client/ui/floating/popover-panel.tsx'
import type { FloatingPanel } from '#client/ui/floating/use-floating.ts'
import type { Facet } from './column-facet.ts'
import { choicesOf } from './filter-text.ts'
import classes from './filter-options.module.css'

interface FilterOptionsProps {
  panel: FloatingPanel
  name: string
  facet: Facet
  values: readonly string[]
  onChange: (values: string[]) => void
}

/** Options for an "any of" filter. */
export function FilterOptions({ panel, name, facet, values, onChange }: FilterOptionsProps) {
  const options = choicesOf(facet)
  return (
    <PopoverPanel panel={panel} label={name} position="bottom-start" className={classes.options}>
      {options.length === 0 && (
        <p className={classes.none}>
          <Trans>There is nothing to choose from yet.</Trans>
        </p>
      )}
      {options.map(({ value, label }) => (
        <Checkbox
          key={value}
          size="xs"
          label={label}
          checked={values.includes(value)}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked
                ? [...values, value]
                : values.filter((one) => one !== value),
            )
          }
        />
      ))}
    </PopoverPanel>
  )
}
