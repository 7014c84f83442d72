import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { ChoiceSwitch } from '../fields/choice-switch.tsx'
import { PopoverPanel } from '../floating/popover-panel.tsx'
import type { FloatingPanel } from '../floating/use-floating.ts'
import type { ColumnChooserProps } from './column-chooser.tsx'
import { EMPTY_LAYOUT, type RowHeight } from './grid-types.ts'
import { isColumnShown, withColumn } from './shown-columns.ts'
import { completeOrder, movedOrder } from './use-column-model.ts'
import classes from './column-list.module.css'

/** The content that the column chooser opens. */
export function ColumnList<Row>({
  panel,
  columns,
  layout,
  onLayoutChange,
  rowHeight,
  onRowHeightChange,
  children,
}: ColumnChooserProps<Row> & { panel: FloatingPanel }) {
  const { t } = useLingui()
  const ordered = completeOrder(columns, layout.order).flatMap(
    (id) => columns.find((column) => column.id === id) ?? [],
  )
  return (
    <PopoverPanel panel={panel} label={t`Columns`} className={classes.panel}>
      <ul className={classes.list}>
        {ordered.map((column) => {
          const name = column.header
          return (
            <li key={column.id} className={classes.item}>
              <Checkbox
                size="xs"
                label={name}
                checked={isColumnShown(column, layout)}
                disabled={column.required}
                title={column.required ? t`This column is always shown` : undefined}
                onChange={(event) =>
                  onLayoutChange(withColumn(layout, column, event.currentTarget.checked))
                }
              />
              <span className={classes.moves}>
                {([-1, 1] as const).map((direction) => (
                  <ActionIcon
                    key={direction}
                    variant="subtle"
                    size={24}
                    color="gray"
                    aria-label={direction < 0 ? t`Move ${name} up` : t`Move ${name} down`}
                    onClick={() =>
                      onLayoutChange({
                        ...layout,
                        order: movedOrder(columns, layout, { columnId: column.id, direction }),
                      })
                    }
                  >
                    {direction < 0 ? (
                      <IconArrowUp size={14} aria-hidden />
                    ) : (
                      <IconArrowDown size={14} aria-hidden />
                    )}
                  </ActionIcon>
                ))}
              </span>
            </li>
          )
        })}
      </ul>
      {onRowHeightChange && (
        <ChoiceSwitch
          isWide
          label={t`Row height`}
          value={String(rowHeight ?? 36)}
          onChange={(value) => onRowHeightChange(Number(value) as RowHeight)}
          options={[
            { value: '28', label: t`Compact` },
            { value: '36', label: t`Normal` },
            { value: '48', label: t`Comfortable` },
          ]}
        />
      )}
      {children}
      <Button variant="subtle" size="compact-xs" onClick={() => onLayoutChange(EMPTY_LAYOUT)}>
        <Trans>Reset columns</Trans>
      </Button>
    </PopoverPanel>
  )
}
