// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fillLocalStorage } from '../../tests/support/full-local-storage.ts'
import { keepPageSession } from '../../tests/support/page-session.ts'
import type * as Settings from './local-settings.ts'

const KEY = 'tenderbook.user-9.columns'
const START: readonly string[] = []
let settings: typeof Settings
beforeEach(async () => {
  await keepPageSession({ userId: 9 })
  settings = await import('./local-settings.ts')
  const { sessionReady } = await import('./session.ts')
  await sessionReady
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
})
const shown = () => renderHook(() => settings.useLocalSetting('columns', START)).result
const tellOtherTab = (key: string | null) =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))

describe('a setting', () => {
  it('is kept for the person on this device, until null removes it', () => {
    expect(settings.readSetting('columns', START)).toBe(START)
    settings.keepSetting('columns', ['a', 'b'])
    expect(localStorage.getItem(KEY)).toBe('["a","b"]')
    expect(settings.readSetting('columns', START)).toEqual(['a', 'b'])
    expect(settings.readSetting('rows', START), 'another setting').toBe(START)
    settings.keepSetting('columns', null)
    expect(localStorage.getItem(KEY)).toBeNull()
    expect(settings.readSetting('columns', START)).toBe(START)
  })

  it('is the same value until its text changes', () => {
    settings.keepSetting('columns', ['a'])
    const first = settings.readSetting('columns', START)
    settings.keepSetting('columns', ['a'])
    expect(settings.readSetting('columns', START)).toBe(first)
    settings.keepSetting('columns', ['b'])
    expect(settings.readSetting('columns', START)).toEqual(['b'])
  })

  it('that cannot be read counts as none', () => {
    localStorage.setItem(KEY, '["a"')
    expect(settings.readSetting('columns', START)).toBe(START)
    expect(shown().current[0]).toBe(START)
  })

  it('that no longer fits on the device lasts until the page is closed', () => {
    settings.keepSetting('columns', ['a'])
    const result = shown()
    const makeRoom = fillLocalStorage()
    act(() => void settings.keepSetting('columns', ['longer']))
    expect(result.current[0]).toEqual(['longer'])
    act(() => result.current[1](['longest']))
    expect([result.current[0], localStorage.getItem(KEY)]).toEqual([['longest'], '["a"]'])
    makeRoom()
    act(() => void settings.keepSetting('columns', ['d']))
    expect([result.current[0], localStorage.getItem(KEY)]).toEqual([['d'], '["d"]'])
  })

  it.each([
    ['the removal', () => void settings.keepSetting('columns', null), START],
    [
      'another tab',
      () => void window.dispatchEvent(new StorageEvent('storage', { key: KEY })),
      ['a'],
    ],
  ])('that did not fit is replaced by %s', (_by, replace, then) => {
    settings.keepSetting('columns', ['a'])
    const result = shown()
    fillLocalStorage()
    act(() => void settings.keepSetting('columns', ['longer']))
    expect(result.current[0]).toEqual(['longer'])
    act(replace)
    expect(result.current[0]).toEqual(then)
  })
})

describe('a screen', () => {
  it('shows a setting as it is changed there, outside of it and in another tab', () => {
    const result = shown()
    expect(result.current[0]).toBe(START)
    act(() => result.current[1](['a']))
    expect([result.current[0], localStorage.getItem(KEY)]).toEqual([['a'], '["a"]'])
    act(() => void settings.keepSetting('columns', ['b']))
    expect(result.current[0]).toEqual(['b'])
    act(() => void settings.keepSetting('columns', null))
    expect(result.current[0]).toBe(START)
    localStorage.setItem(KEY, '["c"]')
    tellOtherTab(KEY)
    expect(result.current[0]).toEqual(['c'])
    tellOtherTab(null)
    expect(result.current[0]).toEqual(['c'])
  })

  it('keeps a setting under the name that it shows last', () => {
    const { result, rerender } = renderHook(({ name }) => settings.useLocalSetting(name, START), {
      initialProps: { name: 'columns' },
    })
    const [, set] = result.current
    rerender({ name: 'columns' })
    expect(result.current[1]).toBe(set)
    rerender({ name: 'rows' })
    act(() => result.current[1](['r']))
    expect(settings.readSetting('rows', START)).toEqual(['r'])
    expect(settings.readSetting('columns', START)).toBe(START)
  })
})
