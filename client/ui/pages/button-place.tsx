import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * Reserves the space of a button that is still loading. Not a disabled button, which would owe a
 * reason, and hidden from screen readers.
 *
 * Without an icon: sharing it would load the button's chunk with the page.
 */
export function ButtonPlace({ children }: { children: ReactNode }) {
  return (
    <Button
      component="span"
      size="xs"
      variant="default"
      aria-hidden
      data-disabled
      leftSection={<span style={{ width: 16 }} />}
    >
      {children}
    </Button>
  )
}
