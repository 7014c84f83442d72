import { ActionIcon } from '@mantine/core'
import { Plural, useLingui } from '@lingui/react/macro'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './selection-bar.module.css'

/** Actions on the selected rows, shown at the bottom of the table. */
export function SelectionBar({
  count,
  onClear,
  children,
}: {
  count: number
  onClear?: (() => void) | undefined
  children: ReactNode
}) {
  const { t } = useLingui()
  return (
    <div
      className={classes.bar}
      role="toolbar"
      aria-label={t`Actions for the selection`}
      data-keep-clear
      data-no-print
    >
      <span className={classes.count}>
        <Plural value={count} one="# selected:" other="# selected:" />
      </span>
      {children}
      {onClear && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={t`Clear selection`}
          onClick={onClear}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
