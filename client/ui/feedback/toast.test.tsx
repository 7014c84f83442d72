// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listenToKeys } from '../keyboard/commands.ts'
import { setToastTime } from './toast-time.ts'
import { toast, ToastHost } from './toast.tsx'

const see = (state: DocumentVisibilityState): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
afterEach(() => {
  localStorage.clear()
  for (const one of screen.queryAllByLabelText('Close notification')) fireEvent.click(one)
  act(() => void vi.runOnlyPendingTimers())
  vi.useRealTimers()
  vi.restoreAllMocks()
  cleanup()
})

const host = () => {
  vi.useFakeTimers()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  return render(
    <I18nProvider i18n={i18n}>
      <ToastHost />
    </I18nProvider>,
  )
}
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const texts = () => [...document.querySelectorAll('[data-tone]')].map((one) => one.textContent)

test('a toast in a hidden tab stays until the tab is visible', () => {
  const { container } = host()
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

describe('a toast', () => {
  test.each([
    ['a success', 3_000, () => toast.success('Done')],
    ['an undo', 8_000, () => toast.success('Done', { undo: () => undefined })],
    ['its own time', 50, () => toast.error('Done', { hideAfterMs: 50 })],
  ])('of %s is shown for %i ms', (_kind, ms, show) => {
    host()
    act(show)
    wait(ms - 1)
    expect(texts()).toHaveLength(1)
    wait(1)
    expect(texts()).toEqual([])
  })
  test.each([
    ['the pointer', 'mouseEnter', 'mouseLeave'],
    ['the focus', 'focus', 'blur'],
  ] as const)('stays while %s is on it, and then its whole time', (_what, enter, leave) => {
    host()
    act(() => toast.success('Done'))
    const shown = screen.getByText('Done')
    wait(2_999)
    fireEvent[enter](shown)
    wait(60_000)
    expect(texts()).toEqual(['Done'])
    fireEvent[leave](shown)
    wait(2_999)
    expect(texts()).toEqual(['Done'])
    wait(1)
    expect(texts()).toEqual([])
  })
  test('of an error stays until it is closed, once however often it repeats', () => {
    host()
    act(() => toast.error('Failed'))
    act(() => toast.error('Failed'))
    wait(1_000)
    act(() => ['1', '2', '3', '4'].forEach((text) => toast.success(text)))
    expect(texts().toSorted()).toEqual(['2', '3', '4', 'Failed'])
    wait(3_600_000)
    expect(texts()).toEqual(['Failed'])
    fireEvent.click(within(screen.getByRole('alert')).getByLabelText('Close notification'))
    expect(texts()).toEqual([])
  })
  test.each([
    ['long', 30_000],
    ['always', null],
  ] as const)('stays as long as the person set it: %s', (time, ms) => {
    setToastTime(time)
    host()
    act(() => toast.success('Done'))
    wait((ms ?? 3_600_000) - 1)
    expect(texts()).toEqual(['Done'])
    wait(1)
    expect(texts()).toEqual(ms === null ? ['Done'] : [])
  })
  test('is reached by a key, closed by Escape, and the focus goes back', async () => {
    host()
    const stop = listenToKeys()
    const before = document.body.appendChild(document.createElement('main'))
    before.innerHTML = '<input>'
    const field = before.firstElementChild as HTMLElement
    field.getClientRects = () => [{}] as unknown as DOMRectList
    field.focus()
    act(() => toast.success('Done', { undo: () => undefined }))
    fireEvent.keyDown(field, { key: 'F8' })
    expect(document.activeElement?.textContent).toBe('Undo')
    wait(60_000)
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })
    await vi.dynamicImportSettled()
    wait(1)
    expect(texts()).toEqual([])
    expect(document.activeElement).toBe(field)
    before.remove()
    stop()
  })
  test('interrupts a screen reader only as an error', () => {
    host()
    act(() => {
      toast.success('Done')
      toast.error('Failed')
    })
    expect(screen.getByRole('alert').textContent).toBe('Failed')
    expect(screen.getByRole('status').textContent).toBe('Done')
  })
  test('is closed by its button, and the others stay', () => {
    host()
    act(() => {
      toast.success('One')
      toast.success('Two')
    })
    fireEvent.click(screen.getAllByLabelText('Close notification')[0] as Element)
    expect(texts()).toEqual(['Two'])
  })
  test('is one of four at most: the oldest one goes', () => {
    host()
    act(() => ['1', '2', '3', '4', '5'].forEach((text) => toast.success(text)))
    expect(texts()).toEqual(['2', '3', '4', '5'])
  })
})

describe('an undo', () => {
  test('is offered for the last edit only, and withdrawn before one without', () => {
    host()
    const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
    act(() => toast.success('Other'))
    act(() => toast.success('First', { undo: first }))
    act(() => toast.success('Second', { undo: second }))
    expect(texts()).toEqual(['Other', 'SecondUndo'])
    fireEvent.click(screen.getByText('Undo'))
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
    expect(texts()).toEqual(['Other'])
    act(() => toast.success('Third', { undo: first }))
    act(() => toast.withdrawUndo())
    expect(texts()).toEqual(['Other'])
  })
  test('that fails is told', async () => {
    host()
    act(() => toast.success('Done', { undo: () => Promise.reject(new Error('no')) }))
    await act(async () => void fireEvent.click(screen.getByText('Undo')))
    expect(screen.getByRole('alert').textContent).not.toBe('')
  })
})

test('an action runs once, and is withdrawn with the person, as an undo is not', () => {
  host()
  const run = vi.fn<() => void>()
  const action = { label: 'Take back', run }
  act(() => toast.success('Replaced', { action }))
  fireEvent.click(screen.getByText('Take back'))
  expect([run.mock.calls.length, texts()]).toEqual([1, []])
  act(() => toast.success('Replaced', { action }))
  act(() => toast.success('Done', { undo: () => undefined }))
  act(() => toast.withdrawActions())
  expect(texts()).toEqual(['DoneUndo'])
})

test('an error stays until it is closed, or until something succeeds after it was seen', () => {
  host()
  act(() => toast.error('Weights are invalid'))
  wait(60_000)
  expect(texts()).toEqual(['Weights are invalid'])
  act(() => toast.success('Weights saved'))
  expect(texts()).toEqual(['Weights saved'])
  act(() => toast.error('Two of three failed'))
  wait(1_999)
  act(() => toast.success('One was sent'))
  expect(texts()).toContain('Two of three failed')
})

test('a success replaces the errors of earlier tries at the same, however soon it comes', () => {
  host()
  act(() => toast.error('Weights are invalid', { about: 'weights' }))
  act(() => toast.error('The release has no version', { about: 'release' }))
  act(() => toast.success('Weights saved', { about: 'weights' }))
  expect(texts()).toEqual(['Weights saved', 'The release has no version'])
  act(() => toast.error('The release is used', { about: 'release' }))
  expect(texts()).toEqual(['Weights saved', 'The release is used'])
})
