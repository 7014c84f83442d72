import { ActionIcon, Checkbox } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { PopoverPanel } from '../../ui/floating/popover-panel.tsx'
import type { FloatingPanel } from '../../ui/floating/use-floating.ts'
import { moveVendor } from './vendor-columns.ts'
import type { VendorPickerProps } from './vendor-picker.tsx'
import classes from './vendor-list.module.css'

/** The content of the vendor picker: order and visibility of the vendors. */
export function VendorList({
  panel,
  columns,
  choice,
  onChange,
}: VendorPickerProps & { panel: FloatingPanel }) {
  const { t } = useLingui()
  const shown = columns.filter((column) => column.isShown).length
  const toggle = (vendorId: number, isShown: boolean) =>
    onChange({
      ...choice,
      hidden: isShown
        ? choice.hidden.filter((id) => id !== vendorId)
        : [...choice.hidden, vendorId],
    })
  const move = (vendorId: number, by: -1 | 1) =>
    onChange({ ...choice, order: moveVendor(columns, vendorId, by) })
  return (
    <PopoverPanel panel={panel} label={t`Vendors to compare`} position="bottom-start">
      <ul className={classes.vendors}>
        {columns.map(({ vendorId, name, isShown }, i) => (
          <li key={vendorId}>
            <Checkbox
              size="xs"
              label={name}
              checked={isShown}
              onChange={(event) => toggle(vendorId, event.currentTarget.checked)}
              disabled={isShown && shown === 1}
              title={isShown && shown === 1 ? t`Keep at least one vendor` : undefined}
            />
            <span className={classes.order}>
              {i > 0 && (
                <ActionIcon
                  size={26}
                  aria-label={t`Move ${name} to the left`}
                  onClick={() => move(vendorId, -1)}
                >
                  <IconArrowUp size={14} aria-hidden />
                </ActionIcon>
              )}
              {i < columns.length - 1 && (
                <ActionIcon
                  size={26}
                  aria-label={t`Move ${name} to the right`}
                  onClick={() => move(vendorId, 1)}
                >
                  <IconArrowDown size={14} aria-hidden />
                </ActionIcon>
              )}
            </span>
          </li>
        ))}
      </ul>
    </PopoverPanel>
  )
}
