import { useLingui } from '@lingui/react/macro'
import { IconAlertTriangle } from '@tabler/icons-react'
import classes from './id-cell.module.css'

/** Width in px of the id column: space for a prefix, a dash and four digits. */
export const idWidth = (prefix: string): number => Math.max(112, (prefix.length + 5) * 8 + 64)

interface IdCellProps {
  label: string
  isProvisional: boolean
  needsYou: boolean
  onConflict: () => void
}

/** A requirement's id with its markers: provisional, or an edit that needs a decision. */
export function IdCell({ label, isProvisional, needsYou, onConflict }: IdCellProps) {
  const { t } = useLingui()
  return (
    <span
      className={classes.id}
      data-provisional={isProvisional || undefined}
      title={isProvisional ? t`Temporary: the server assigns the number` : undefined}
    >
      {needsYou && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.marker}
          aria-label={t`An edit of ${label} needs your decision`}
          title={t`An edit needs your decision: click or press Enter`}
          onClick={onConflict}
        >
          <IconAlertTriangle size={14} aria-hidden />
        </button>
      )}
      {label}
    </span>
  )
}
