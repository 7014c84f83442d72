import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { useExplanation } from './use-explanation.tsx'

interface ExplainedIconProps extends Omit<ActionIconProps, 'disabled'> {
  'aria-label': string
  /** Tooltip while it is enabled. */
  title?: string | undefined
  /** Why the button is disabled; null = enabled. */
  reason: string | null
  onClick: () => void
  children: ReactNode
}

/** A button with an icon that explains why it is disabled. */
export function ExplainedIcon({ reason, onClick, title, children, ...props }: ExplainedIconProps) {
  const { attributes, explanation } = useExplanation(reason, onClick)
  return (
    <>
      <ActionIcon {...props} {...attributes} title={reason === null ? title : undefined}>
        {children}
      </ActionIcon>
      {explanation}
    </>
  )
}
