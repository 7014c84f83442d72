// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { toast, ToastHost } from './toast.tsx'

const see = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
})

test('a toast in a hidden tab stays until the tab is visible', () => {
  vi.useFakeTimers()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <ToastHost />
    </I18nProvider>,
  )
  see('hidden')
  act(() => toast.success('You work elsewhere now', { hideAfterMs: 1_000 }))
  act(() => void vi.advanceTimersByTime(60_000))
  expect(container.textContent).toContain('You work elsewhere now')
  see('visible')
  act(() => void vi.advanceTimersByTime(999))
  expect(container.textContent).toContain('You work elsewhere now')
  act(() => void vi.advanceTimersByTime(1))
  expect(container.textContent).not.toContain('You work elsewhere now')
})
