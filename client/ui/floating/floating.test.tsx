// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFloating, type FloatingState } from './use-floating.ts'
import { warm } from './warm.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A browser whose pages a service worker serves, or not. */
const browser = (isServed: boolean, idle?: (run: () => void) => void): void => {
  vi.stubGlobal('navigator', { serviceWorker: { controller: isServed ? {} : null } })
  if (idle === undefined) delete (window as { requestIdleCallback?: unknown }).requestIdleCallback
  else vi.stubGlobal('requestIdleCallback', idle)
}

describe('a module that is loaded ahead', () => {
  it('is loaded a second after, once, when a service worker has it', () => {
    browser(true)
    const load = vi.fn<() => Promise<void>>(() => Promise.resolve())
    warm(load)
    warm(load)
    vi.advanceTimersByTime(999)
    expect(load).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    warm(load)
    vi.advanceTimersByTime(2_000)
    expect(load).toHaveBeenCalledOnce()
  })
  it('is loaded when the browser is idle, where it can tell', () => {
    const waiting: (() => void)[] = []
    browser(true, (run) => waiting.push(run))
    const load = vi.fn<() => Promise<void>>(() => Promise.resolve())
    warm(load)
    vi.advanceTimersByTime(999)
    expect(waiting).toEqual([])
    vi.advanceTimersByTime(1)
    expect(load).not.toHaveBeenCalled()
    waiting[0]?.()
    expect(load).toHaveBeenCalledOnce()
  })
  it('is not loaded over the network, but later by a worker that came since', () => {
    browser(false)
    const load = vi.fn<() => Promise<void>>(() => Promise.resolve())
    warm(load)
    vi.stubGlobal('navigator', {})
    warm(load)
    vi.advanceTimersByTime(2_000)
    expect(load).not.toHaveBeenCalled()
    browser(true)
    warm(load)
    vi.advanceTimersByTime(1_000)
    expect(load).toHaveBeenCalledOnce()
  })
  it('may fail without a word', async () => {
    browser(true)
    warm(() => Promise.reject(new Error('no network')))
    await vi.advanceTimersByTimeAsync(1_000)
  })
})

describe('a button and its panel', () => {
  const load = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('no network')))
  const Menu = ({
    popup = 'menu',
    state,
  }: {
    popup?: 'menu' | 'dialog'
    state?: FloatingState
  }) => {
    const { target, panel, isEver } = useFloating(popup, load, state)
    return (
      <>
        <button type="button" {...target}>
          Menu
        </button>
        {isEver && (
          <div id={`${panel.id}-dropdown`} hidden={!panel.opened}>
            <button type="button" onClick={panel.close}>
              Close
            </button>
          </div>
        )}
      </>
    )
  }
  const button = () => screen.getByText('Menu')
  const panelOf = () => document.getElementById(button().getAttribute('aria-controls') ?? 'none')

  beforeEach(() => {
    browser(false)
    load.mockClear()
  })
  it('open and close by a click, and by the panel, which returns the focus', () => {
    render(<Menu />)
    expect(button().getAttribute('aria-expanded')).toBe('false')
    expect([button().getAttribute('aria-controls'), screen.queryByText('Close')]).toEqual([
      null,
      null,
    ])
    fireEvent.click(button())
    expect(button().getAttribute('aria-expanded')).toBe('true')
    expect(panelOf()?.hidden).toBe(false)
    fireEvent.click(button())
    expect(button().getAttribute('aria-expanded')).toBe('false')
    // The panel stays for its closing animation.
    expect(screen.queryByText('Close')).not.toBeNull()
    fireEvent.click(button())
    fireEvent.click(screen.getByText('Close'))
    expect([button().getAttribute('aria-expanded'), document.activeElement]).toEqual([
      'false',
      button(),
    ])
  })
  it('say what they open', () => {
    render(<Menu popup="dialog" />)
    expect(button().getAttribute('aria-haspopup')).toBe('dialog')
  })
  it('load the panel when the pointer or the focus reaches the button, and bear a failure', async () => {
    render(<Menu />)
    expect(load).not.toHaveBeenCalled()
    fireEvent.pointerEnter(button())
    expect(load).toHaveBeenCalledOnce()
    act(() => button().focus())
    expect(load).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(0)
  })
  it('load the panel ahead', async () => {
    browser(true)
    render(<Menu />)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(load).toHaveBeenCalledOnce()
  })
  it('may be opened by their owner', () => {
    const setOpened = vi.fn<(isOpen: boolean) => void>()
    render(<Menu state={[true, setOpened]} />)
    expect(panelOf()?.hidden).toBe(false)
    fireEvent.click(button())
    expect(setOpened).toHaveBeenCalledWith(false)
    expect(button().getAttribute('aria-expanded')).toBe('true')
  })
})
