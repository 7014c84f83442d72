import { Tooltip } from '@mantine/core'

/**
 * A tooltip that explains why a button is disabled; loaded when the pointer or focus reaches it.
 */
export function ReasonTip({ target, reason }: { target: HTMLElement; reason: string }) {
  return <Tooltip target={target} label={reason} opened multiline />
}
