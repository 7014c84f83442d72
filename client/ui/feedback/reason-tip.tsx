import { Tooltip } from '@mantine/core'

/** Why a button cannot be used, beside it; loaded when the pointer or focus is there. */
export function ReasonTip({ target, reason }: { target: HTMLElement; reason: string }) {
  return <Tooltip target={target} label={reason} opened multiline />
}
