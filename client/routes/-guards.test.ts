// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Session } from '#schema/api/users-service/auth.ts'
import { inRouter } from '../../tests/support/in-router.tsx'
import { openPageProject } from '../../tests/support/page-project.ts'
import { signInPage } from '../../tests/support/page-session.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'

afterEach(cleanup)

const signIn = async (changes: Partial<Session> = {}) => {
  await signInPage(await openPageProject({ session: changes }))
  return await import('./-guards.ts')
}
/** Where a guard sends the person; null = the page opens. */
const sentTo = (guard: () => void): unknown => {
  try {
    guard()
    return null
  } catch (thrown) {
    return (thrown as { options?: unknown }).options ?? thrown
  }
}
const visit = (pathname: string, preload = false) => ({ location: { pathname }, preload })
const lost = async () => {
  const { useLostAddress } = await import('../lib/lost-address.ts')
  return renderHook(() => useLostAddress()).result.current
}

describe('the guards of pages', () => {
  it('send a person of the requestor away from the pages of vendors', async () => {
    const guards = await signIn()
    expect(guards.homeOf()).toBe('/dashboard')
    expect(sentTo(() => guards.requireRequestor(visit('/projects')))).toBeNull()
    expect(sentTo(() => guards.requireVendor(visit('/vendor/x', true)))).toMatchObject({
      ...{ to: '/dashboard', replace: true },
    })
    expect(await lost(), 'of a page that was only preloaded').toBeNull()
    expect(sentTo(() => guards.requireVendor(visit('/vendor/x')))).not.toBeNull()
    expect(await lost()).toEqual({ path: '/vendor/x', projectId: null })
  })

  it('send a contact of a vendor away from the pages of requestors', async () => {
    const guards = await signIn({ vendorId: 7 })
    expect(guards.homeOf()).toBe('/vendor/dashboard/projects')
    expect(sentTo(() => guards.requireVendor(visit('/vendor/x')))).toBeNull()
    expect(sentTo(() => guards.requireRequestor(visit('/projects')))).toMatchObject({
      ...{ to: '/vendor/dashboard/projects', replace: true },
    })
  })

  it('let only administrators of the system into the administration', async () => {
    const guards = await signIn({ permissions: ['SYSTEM_ADMIN'] })
    expect(sentTo(() => guards.requireSystemAdmin(visit('/administration')))).toBeNull()
    await signIn({ permissions: [] })
    expect(sentTo(() => guards.requireSystemAdmin(visit('/administration')))).toMatchObject({
      to: '/dashboard',
    })
  })

  it('open the sign-in page to people who are not signed in, and the rest to the others', async () => {
    const guards = await signIn()
    const at = (href: string) => ({ location: { href } })
    expect(sentTo(() => guards.requireSession(at('/projects')))).toBeNull()
    expect(sentTo(() => guards.requireNobody())).toMatchObject({
      href: '/dashboard',
      replace: true,
    })
    expect(guards.afterSignIn({ redirect: '/projects?a=1' })).toBe('/projects?a=1')
    window.location.hash = '#token=x'
    expect(guards.afterSignIn({ redirect: '/invitation' })).toBe('/invitation#token=x')
    window.location.hash = ''
    expect(guards.afterSignIn({ redirect: 'https://elsewhere.example' })).toBe('/dashboard')
    expect(guards.signInSearch({ redirect: '//elsewhere.example' })).toEqual({
      redirect: undefined,
    })
    const { clearSession } = await import('#sync/browser/session/session-store.ts')
    const { deviceNotes } = await import('../lib/device.ts')
    await clearSession()
    deviceNotes.emit({ type: 'session' })
    await waitFor(() => expect(sentTo(() => guards.requireNobody())).toBeNull())
    expect(sentTo(() => guards.requireSession(at('/projects?a=1')))).toMatchObject({
      ...{ to: '/login', search: { redirect: '/projects?a=1' } },
    })
    expect(sentTo(() => guards.requireSession(at('/')))).toMatchObject({ search: {} })
  })
})

describe('the commands of all pages', () => {
  const section = (...hrefs: string[]) =>
    ({ id: 's', items: hrefs.map((href) => ({ href })) }) as never
  const open = async (...rail: never[]) => {
    const { useShellCommands } = await import('./-use-shell-commands.ts')
    const { useCommands } = await import('../ui/keyboard/commands.ts')
    const router = inRouter()
    const pressed: string[] = []
    const note = (name: string) => () => void pressed.push(name)
    const { result } = renderHook(
      () => {
        useShellCommands({
          ...{ projectId: PROJECT_ID, rail, signOut: note('sign out') },
          ...{
            openPalette: note('palette'),
            openHelp: note('help'),
            openFeedback: note('feedback'),
          },
        })
        return useCommands()
      },
      { wrapper: router.wrapper },
    )
    const run = (id: string) =>
      act(async () => void (await result.current.find((one) => one.id === id)?.run()))
    const goTos = () =>
      result.current.flatMap(({ id, keys }) => (id.startsWith('go.') ? [keys] : []))
    return { ...router, pressed, run, goTos }
  }

  it('open the pages that the rail offers, and no others', async () => {
    await signIn()
    const { run, goTos, address } = await open(
      section('/dashboard', '/projects'),
      section(`/project/${PROJECT_ID}/packages`, `/project/${PROJECT_ID}/settings/general`),
    )
    expect(goTos()).toEqual(['g h', 'g p', 'g k', 'g s'])
    await run('go.k')
    await waitFor(() => expect(address()).toBe(`/project/${PROJECT_ID}/packages`))
    await run('go.p')
    await waitFor(() => expect(address()).toBe('/projects'))
    await run('settings.open')
    await waitFor(() => expect(address()).toBe('/settings/profile'))
  })

  it('open a vendor’s own pages', async () => {
    await signIn({ vendorId: 7 })
    const { run, goTos, address } = await open(section('/vendor/dashboard/projects'))
    expect(goTos()).toEqual(['g p'])
    await run('go.p')
    await waitFor(() => expect(address()).toBe('/vendor/dashboard/projects'))
    await run('settings.open')
    await waitFor(() => expect(address()).toBe('/vendor/dashboard/personal'))
  })

  it('open what lies over the page', async () => {
    await signIn()
    const { run, pressed } = await open()
    for (const id of ['palette.open', 'help.open', 'feedback.open', 'session.sign-out'])
      await run(id)
    expect(pressed).toEqual(['palette', 'help', 'feedback', 'sign out'])
  })
})

describe('the palette', () => {
  it('lists pages, rows of the project, projects, commands and requirements, in this order', async () => {
    await signIn()
    const { usePaletteEntries } = await import('../features/shell/use-palette-entries.ts')
    const { useCommand } = await import('../ui/keyboard/commands.ts')
    const router = inRouter()
    const { result } = renderHook(
      ({ projectId }: { projectId: string | null }) => {
        useCommand({ id: 'palette.open', label: 'Search', run: () => undefined })
        useCommand({ id: 'go.h', label: 'Dashboard', group: 'Go to', keys: 'g h', run: () => 1 })
        useCommand({ id: 'sync.now', label: 'Send now', run: () => 2 })
        return usePaletteEntries(projectId)
      },
      { wrapper: router.wrapper, initialProps: { projectId: PROJECT_ID as string | null } },
    )
    await waitFor(() => expect(result.current.length).toBeGreaterThan(6))
    expect(
      result.current.map(({ group, label, hint, keys }) => [group, label, hint, keys]),
    ).toEqual([
      ['Go to', 'Dashboard', '', 'g h'],
      ['Documents', 'Functions', 'FUN', undefined],
      ['Documents', 'Protection', 'SEC', undefined],
      ['Packages', 'Core', '', undefined],
      ['Packages', 'Security', '', undefined],
      ['Projects', 'Groupware', '', undefined],
      ['Actions', 'Send now', '', undefined],
      ['Requirements', 'Sends mail', 'FUN-0001', undefined],
      ['Requirements', 'Encrypts', 'SEC-0001', undefined],
      ['Requirements', 'Keeps a calendar', 'FUN-0002', undefined],
    ])
    const opens = async (label: string) => {
      await act(async () => void (await result.current.find((one) => one.label === label)?.run()))
      return router.address()
    }
    const base = `/project/${PROJECT_ID}`
    expect(await opens('Functions')).toBe(`${base}/documents/d1`)
    expect(await opens('Core')).toBe(`${base}/packages/p1`)
    expect(await opens('Groupware')).toBe(`${base}/detail`)
    expect(await opens('Encrypts')).toBe(`${base}/documents/d2/requirement/SEC-0001`)
  })

  it('lists no rows outside of a project', async () => {
    await signIn()
    const { usePaletteEntries } = await import('../features/shell/use-palette-entries.ts')
    const { wrapper } = inRouter()
    const { result } = renderHook(() => usePaletteEntries(null), { wrapper })
    await waitFor(() => expect(result.current.map(({ label }) => label)).toEqual(['Groupware']))
  })
})
