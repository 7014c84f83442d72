// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Session } from '#schema/api/users-service/auth.ts'
import type { ProjectVersion } from '#schema/entities/history.ts'
import { openPageProject } from '../../tests/support/page-project.ts'
import { signInPage } from '../../tests/support/page-session.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import type { OpenDevice } from './device.ts'

type Answer = (body: Record<string, unknown>) => Response
/** Answers of the server by the last part of the path; without one, it cannot be reached. */
let server: Record<string, Answer>
let asked: [name: string, body: Record<string, unknown>, token: string | null][]
const refused = (code: string) => () => Response.json({ messageCodes: [code] }, { status: 403 })

let device: OpenDevice
const signIn = async (changes: Partial<Session> = {}) => {
  device = await openPageProject({ session: { username: 'anna', ...changes } })
  await signInPage(device)
  const { sessionTokens } = await import('./session-tokens.ts')
  sessionTokens.forget()
  vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
    const name = path.split('?')[0]?.split('/').at(-1) ?? ''
    const sent = JSON.parse(typeof body === 'string' ? body : '{}') as Record<string, unknown>
    const answer = server[name]
    if (answer === undefined) throw new TypeError('No network')
    asked.push([name, sent, new Headers(headers).get('x-auth-token')])
    return answer(sent)
  })
}
beforeEach(() => {
  ;[server, asked] = [{}, []]
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await new Promise((done) => setImmediate(done))
})

describe('the own password', () => {
  const SALT = btoa('salt of the account')
  const stored = async () => {
    const { readSession } = await import('#sync/browser/session/session-store.ts')
    return await readSession()
  }
  it('is sent as a hash, and the new one opens this device', async () => {
    await signIn()
    server = {
      prelogin: () => Response.json({ salt: SALT, iterations: 10 }),
      'password-change': () => Response.json({}),
    }
    const { changePassword, ownCredentials } = await import('./own-password.ts')
    const { hashPassword, verifierOf } = await import('./password.ts')
    const [former, next] = await Promise.all(
      ['Former-1', 'Next-2'].map((one) => hashPassword(one, SALT, 10)),
    )
    expect(await ownCredentials('Former-1')).toEqual({ username: 'anna', hash: former })
    await changePassword('Former-1', 'Next-2')
    expect(asked.at(-1)?.[1]).toEqual({ oldHash: former, newHash: next })
    expect(asked.filter(([name]) => name === 'prelogin').map(([, body]) => body)).toEqual(
      Array.from({ length: 3 }, () => ({ username: 'anna' })),
    )
    expect((await stored())?.lock).toEqual({
      ...{ salt: SALT, iterations: 10, verifier: await verifierOf(next ?? '') },
    })
  })

  it('stays as it is if the server refuses the change or cannot be reached', async () => {
    await signIn()
    server = { prelogin: () => Response.json({ salt: SALT, iterations: 10 }) }
    const { changePassword } = await import('./own-password.ts')
    await expect(changePassword('Former-1', 'Next-2')).rejects.toThrow('no connection')
    expect((await stored())?.lock).toBeUndefined()
  })

  it('renews what the session says about the person, or does nothing offline', async () => {
    await signIn()
    const { refreshSession } = await import('./own-password.ts')
    const { currentSession } = await import('./session.ts')
    await refreshSession()
    expect(currentSession()?.name).toBe('Owner')
    server = {
      renew: () =>
        Response.json({
          ...{ token: 'second', sessionId: 's', session: { ...device.session, name: 'Anna' } },
          ...{ expiresOn: Date.now() + 600_000, idleUntil: 0, absoluteUntil: 0, now: Date.now() },
          ...{ serverId: 's', sealKey: btoa('s'.repeat(32)), formerSealKeys: [] },
        }),
    }
    await refreshSession()
    expect(currentSession()?.name).toBe('Anna')
  })
})

describe('what is offered', () => {
  const member = {
    ...{ userId: 2, name: 'Bela', roleIds: ['role-org-power-user'], state: 'ACTIVE' },
    ...{ isPrimaryContact: false, isAccountBlocked: false, otpActivated: false },
    ...{ isLastAdministrator: false, ownsProjects: false, isInvitedByYou: false },
  }
  const hooks = async () => {
    const offers = await import('./offers/use-organization-offers.ts')
    return renderHook(() => ({
      own: offers.useMemberOffers(device.session.organizationId, false),
      other: offers.useMemberOffers(999, false),
      vendor: offers.useVendorOffers(),
      place: offers.usePlaceOffers(device.session.organizationId, false),
      users: offers.useUserOffers(),
    })).result.current
  }
  it('to an administrator of an organization is what the rules allow, with the reason else', async () => {
    await signIn({ roles: ['role-org-owner'] })
    const { own, other, vendor, place, users } = await hooks()
    expect(own('remove', member as never, false)).toEqual({ reason: null })
    const busy = { ...member, ownsProjects: true }
    expect(own('remove', busy as never, false)?.reason).toMatch(/^Hand over or archive/)
    expect(other('remove', member as never, false)).toBeNull()
    const { organizationId: parentId } = device.session
    const company = { id: 7, parentId, contactsCount: 1, projectsCount: 0 }
    expect(vendor('remove', company as never)?.reason).toBe('Remove its contacts first.')
    expect(vendor('remove', { ...company, contactsCount: 0 } as never)).toEqual({ reason: null })
    expect(place('invite')).toBe(true)
    expect(users('block', { id: 2, state: 'ACTIVE', sessions: 0 } as never)).toBeNull()
  })

  it('to a colleague without a role is nothing of it', async () => {
    await signIn({ roles: [] })
    const { own, vendor, place } = await hooks()
    expect(own('remove', member as never, false)).toBeNull()
    expect(vendor('remove', { id: 7, contactsCount: 0, projectsCount: 0 } as never)).toBeNull()
    expect(place('invite')).toBe(false)
  })

  it('to a person who is signed out is nothing', async () => {
    await signIn({ roles: ['role-org-owner'] })
    const { clearSession } = await import('#sync/browser/session/session-store.ts')
    const { deviceNotes } = await import('./device.ts')
    const { currentSession } = await import('./session.ts')
    await clearSession()
    act(() => deviceNotes.emit({ type: 'session' }))
    await waitFor(() => expect(currentSession()).toBeNull())
    const { own, vendor, place, users } = await hooks()
    expect(own('remove', member as never, false)).toBeNull()
    expect(vendor('remove', { id: 7, contactsCount: 0, projectsCount: 0 } as never)).toBeNull()
    expect([place('invite'), users('block', { id: 2, state: 'ACTIVE' } as never)]).toEqual([
      ...[false, null],
    ])
  })

  it('names only obstacles that the person can clear', async () => {
    const { offerOf } = await import('./offers/use-organization-offers.ts')
    expect(offerOf(null)).toEqual({ reason: null })
    expect(offerOf('lastAdministrator')?.reason).toMatch(/^You are its only administrator/)
    expect(offerOf('permission')).toBeNull()
  })
})

describe('the databases of the person', () => {
  it('are found by organization', async () => {
    const { databaseName } = await import('#sync/browser/storage/database.ts')
    const { otherOrganizations } = await import('./other-databases.ts')
    const names = [
      databaseName({ userId: 41, organizationId: 5 }),
      databaseName({ userId: 41, organizationId: 12 }),
      databaseName({ userId: 4, organizationId: 13 }),
      `${databaseName({ userId: 41, organizationId: 6 })}-memory`,
      'other',
    ]
    vi.spyOn(indexedDB, 'databases').mockResolvedValue([...names.map((name) => ({ name })), {}])
    expect(await otherOrganizations({ userId: 41, organizationId: 5 })).toEqual([12])
  })

  it('can be deleted, if the browser does it in time', async () => {
    await signIn()
    const { databaseName } = await import('#sync/browser/storage/database.ts')
    const { deleteStored } = await import('./delete-stored.ts')
    const { browserDatabases } = await import('./memory-mode.ts')
    if (browserDatabases === undefined) throw new Error('There is no IndexedDB')
    const deleted: string[] = []
    const answers = (end: (request: IDBOpenDBRequest) => void) =>
      vi.spyOn(browserDatabases, 'deleteDatabase').mockImplementation((name) => {
        deleted.push(name)
        const request = {} as IDBOpenDBRequest
        queueMicrotask(() => end(request))
        return request
      })
    answers((request) => request.onsuccess?.({} as Event))
    expect([await deleteStored(), deleted]).toEqual([true, [databaseName(device.session)]])
    answers((request) => request.onerror?.({} as Event))
    expect(await deleteStored()).toBe(false)
    vi.spyOn(browserDatabases, 'deleteDatabase').mockImplementation(() => {
      throw new DOMException('No', 'SecurityError')
    })
    expect(await deleteStored()).toBe(false)
    answers(() => undefined)
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    let found: boolean | null = null
    void deleteStored().then((is) => (found = is))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(found).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(found).toBe(false)
    vi.useRealTimers()
  })
})

describe('the storage of the browser', () => {
  it('shows its use, and can be protected', async () => {
    const { useStorageUse } = await import('./storage-use.ts')
    const storage = {
      estimate: async () => ({ usage: 5, quota: 100 }),
      persisted: async () => false,
      persist: async () => true,
    }
    Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
    const { result } = renderHook(() => useStorageUse())
    expect(result.current).toMatchObject({ bytes: null, quota: null, isProtected: false })
    await waitFor(() => expect(result.current).toMatchObject({ bytes: 5, quota: 100 }))
    await act(async () => expect(await result.current.protect()).toBe(true))
    expect(result.current).toMatchObject({ bytes: 5, isProtected: true })
    storage.persist = () => Promise.reject(new Error('No'))
    await act(async () => expect(await result.current.protect()).toBe(false))
    expect(result.current.isProtected).toBe(false)
    cleanup()
    Object.assign(storage, { estimate: async () => ({}), persisted: async () => true })
    const unknown = renderHook(() => useStorageUse()).result
    await waitFor(() => expect(unknown.current.isProtected).toBe(true))
    expect(unknown.current).toMatchObject({ bytes: null, quota: null })
  })

  it('loads style sheets again that could not be loaded, before a page needs them', async () => {
    const { loadMissingStyles, noteMissingStyles } = await import('./missing-styles.ts')
    noteMissingStyles()
    const link = Object.assign(document.createElement('link'), {
      ...{ rel: 'stylesheet', href: 'http://localhost:3000/missing.css', nonce: 'n' },
    })
    const icon = Object.assign(document.createElement('link'), { rel: 'icon' })
    document.head.append(link, icon)
    const links = () => [...document.head.querySelectorAll('link')]
    await loadMissingStyles()
    expect(links()).toEqual([link, icon])
    for (const one of [link, icon]) one.dispatchEvent(new Event('error'))
    const failing = loadMissingStyles()
    const [second] = links()
    expect(second).not.toBe(link)
    expect([second?.href, second?.rel, second?.nonce]).toEqual([link.href, 'stylesheet', 'n'])
    second?.dispatchEvent(new Event('error'))
    await expect(failing).rejects.toThrow('A style sheet could not be loaded')
    const loading = loadMissingStyles()
    links()[0]?.dispatchEvent(new Event('load'))
    await loading
    expect(links()[1]).toBe(icon)
    await loadMissingStyles()
    expect(links()).toHaveLength(2)
  })
})

describe('the versions of a project', () => {
  const version = (name: string): ProjectVersion => ({
    ...{ projectId: PROJECT_ID, lineageId: PROJECT_ID, version: name, name: 'Groupware' },
    ...{ state: 'PREPARATION', createdOn: 1, isCurrent: true },
  })
  it('come from the server, or else as the device last read them', async () => {
    await signIn()
    const { readVersions } = await import('./project-versions.ts')
    await expect(readVersions(PROJECT_ID)).rejects.toThrow('no connection')
    server = { versions: () => Response.json([version('2')]) }
    expect(await readVersions(PROJECT_ID)).toMatchObject({
      items: [{ version: '2' }],
      readOn: null,
    })
    server = {}
    const kept = await readVersions(PROJECT_ID)
    expect(kept.items).toMatchObject([{ version: '2' }])
    expect(kept.readOn).toBeGreaterThan(Date.now() - 60_000)
    server = { versions: refused('ACCESS_TO_PROJECT_IS_DENIED') }
    await expect(readVersions(PROJECT_ID)).rejects.toMatchObject({
      code: 'ACCESS_TO_PROJECT_IS_DENIED',
    })
    server = {}
    await expect(readVersions(PROJECT_ID)).rejects.toThrow('no connection')
  })
})
