// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startLocale } from '#client/locales/start-locale.ts'
import { renderScreen } from '../../../tests/support/screen.tsx'
import { ExplainedIcon } from './explained-icon.tsx'

beforeEach(() => startLocale('en'))
afterEach(cleanup)

const icon = (reason: string | null, onClick: () => void): HTMLElement => {
  renderScreen(
    <ExplainedIcon aria-label="Delete" title="Delete it" reason={reason} onClick={onClick}>
      ×
    </ExplainedIcon>,
  )
  return screen.getByRole('button', { name: 'Delete' })
}
const describedBy = (button: HTMLElement): string | null | undefined =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent

it('a disabled icon button can be reached, says why, and does nothing', () => {
  const onClick = vi.fn<() => void>()
  const button = icon('This is the first section', onClick)
  button.focus()
  fireEvent.click(button)
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(describedBy(button)).toBe('This is the first section')
  expect(button.getAttribute('title')).toBeNull()
  expect(onClick).not.toHaveBeenCalled()
})

it('an enabled icon button acts and has no reason', () => {
  const onClick = vi.fn<() => void>()
  const button = icon(null, onClick)
  fireEvent.click(button)
  expect(onClick).toHaveBeenCalledOnce()
  expect(button.getAttribute('aria-disabled')).toBeNull()
  expect(describedBy(button)).toBeUndefined()
  expect(button.getAttribute('title')).toBe('Delete it')
})
