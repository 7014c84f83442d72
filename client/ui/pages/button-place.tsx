import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * Keeps the place of a button whose part is still loading. It is no button: a disabled one owes a
 * reason, and a screen reader has nothing to offer here.
 *
 * The icon is left out: a shared icon would load the whole part with the page.
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
