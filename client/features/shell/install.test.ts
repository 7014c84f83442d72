// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '#schema/api/users-service/auth.ts'
import { startLocale } from '../../locales/start-locale.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useOtherOrganization } from '../session/use-other-organization.ts'
import { inRouter } from '../../../tests/support/in-router.tsx'
import { installApplication, isInstalledByHand, useCanInstall } from './install.ts'

beforeEach(() => startLocale('en'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the installation', () => {
  const offer = () => {
    const prompts: string[] = []
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void prompts.push('asked'),
    })
    act(() => void dispatchEvent(event))
    return { event, prompts }
  }
  it('is offered while the browser offers it, once', async () => {
    const { result, unmount } = renderHook(() => useCanInstall())
    expect(result.current).toBe(false)
    const { event, prompts } = offer()
    expect([result.current, event.defaultPrevented]).toEqual([true, true])
    await act(() => installApplication())
    expect([result.current, prompts]).toEqual([false, ['asked']])
    await act(() => installApplication())
    expect(prompts).toHaveLength(1)
    unmount()
    offer()
    expect(renderHook(() => useCanInstall()).result.current).toBe(true)
  })

  it('is not offered after the application was installed', () => {
    const { result } = renderHook(() => useCanInstall())
    offer()
    act(() => void dispatchEvent(new Event('appinstalled')))
    expect(result.current).toBe(false)
  })

  const SAFARI =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Version/17.0 Mobile/15E148 Safari/604.1'
  it.each([
    ['Safari on an iPhone', SAFARI, false, true],
    ['the Home Screen of an iPhone', SAFARI, true, false],
    ['Chrome on an iPhone', SAFARI.replace('Version/17.0', 'CriOS/120'), false, false],
    ['an application on an iPhone', SAFARI.replace('Safari/604.1', ''), false, false],
    [
      'Safari on a Mac',
      SAFARI.replace('iPhone;', 'Macintosh;').replace('iPhone OS', 'OS'),
      false,
      false,
    ],
  ])('by hand is explained in %s: %s, %s, %s', (_, userAgent, isStandalone, isExplained) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
    const asked: string[] = []
    vi.stubGlobal('matchMedia', (query: string) => {
      asked.push(query)
      return { matches: isStandalone }
    })
    expect(isInstalledByHand()).toBe(isExplained)
    expect(asked.every((query) => query === '(display-mode: standalone)')).toBe(true)
  })
})

describe('a switch to another organization', () => {
  const session = (changes: Partial<Session> = {}): Session => ({
    ...{ userId: 1, username: 'anna', name: 'Anna', roles: [], organizationId: 5 },
    ...{ organizationName: 'City', vendorId: null, permissions: [], isPrimaryContact: false },
    ...{ otpActivated: false, ...changes },
  })
  const after = async (before: Session | null, next: Session | null) => {
    const told: unknown[][] = []
    vi.spyOn(toast, 'success').mockImplementation((...given) => void told.push(given))
    const { wrapper, address } = inRouter('/projects')
    const { rerender } = renderHook((now: Session | null) => useOtherOrganization(now), {
      ...{ wrapper, initialProps: before },
    })
    rerender(next)
    await act(async () => undefined)
    return { told, address }
  }
  it('says what waits in the former one, and opens the home page', async () => {
    const next = session({ organizationId: 6, organizationName: 'State' })
    const { told, address } = await after(session(), next)
    expect(told).toHaveLength(1)
    expect(told[0]?.[0]).toMatch(/^You now work in State\. .* for City\. Switch to City/)
    expect(told[0]?.[1]).toEqual({ hideAfterMs: 20_000 })
    await waitFor(() => expect(address()).toBe('/'))
  })

  it.each([
    ['signing in', null, session()],
    ['signing out', session(), null],
    ['another person', session(), session({ userId: 2, organizationId: 6 })],
    ['the same organization', session(), session({ name: 'Anna Stone' })],
  ])('is not %s', async (_, before, next) => {
    const { told, address } = await after(before, next)
    expect([told, address()]).toEqual([[], '/projects'])
  })
})
