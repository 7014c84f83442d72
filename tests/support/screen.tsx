import { MantineProvider } from '@mantine/core'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { vi } from 'vitest'
import { inLocale } from './in-locale.tsx'

/** Supplies browser APIs that jsdom lacks and screens use; nothing in jsdom has a size. */
export const stubMissing = (): void => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  )
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
}

/** Renders a screen in the active language. */
export const renderScreen = (screen: ReactElement) => {
  stubMissing()
  return render(<MantineProvider env="test">{inLocale({ children: screen })}</MantineProvider>)
}
