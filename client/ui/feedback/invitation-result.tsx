import { Trans } from '@lingui/react/macro'
import type { FieldError } from '../fields/error-summary.tsx'
import classes from '../fields/form-parts.module.css'
import { refusalText } from './refusal-text.ts'

interface Result {
  invited: readonly string[]
  refused: readonly { address: string; error: unknown }[]
}

/** The errors of addresses that could not be invited, for the field that holds them. */
export const refusedAddresses = (id: string, { refused }: Result): FieldError[] =>
  refused.map(({ address, error }) => ({ inputId: id, text: `${address}: ${refusalText(error)}` }))

/** Lists the invited addresses while others still need correction. */
export function InvitedAddresses({ invited }: { invited: readonly string[] }) {
  if (invited.length === 0) return null
  const list = invited.join(', ')
  return (
    <p className={classes.done} role="status">
      <Trans>Invited: {list}</Trans>
    </p>
  )
}
