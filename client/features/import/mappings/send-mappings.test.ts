// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NamedMapping } from '#schema/entities/import-mapping.ts'
import { inLocale } from '../../../../tests/support/in-locale.tsx'
import { openPageProject } from '../../../../tests/support/page-project.ts'
import { signInPage } from '../../../../tests/support/page-session.ts'
import type { MappingChange } from './kept-mappings.ts'

const CONTENT = { roles: {}, sectionFrom: 'columns', defaultSection: '' } as const
const mapping = (id: string, changes: Partial<NamedMapping> = {}): NamedMapping => ({
  ...{ id, name: id, isShared: true, isOwn: true, isChangeable: true, content: CONTENT },
  ...{ updatedOn: 1, ...changes },
})
const saved = (name: string) => ({ name, isShared: true, content: CONTENT })
const change = (id: string, changes: Partial<MappingChange> = {}): MappingChange => ({
  ...{ id, updatedOn: null, saved: saved(id) },
  ...changes,
})

/** The server's mappings by id. */
let stored: Map<string, NamedMapping>
let asked: string[]
let refusals: Record<string, string>
let isServerThere: boolean
/** Runs while the server works on a call. */
let during: () => void
let organizationId: number
let told: unknown[]

const serve = async (path: string, { method = 'GET', body }: RequestInit): Promise<Response> => {
  if (!isServerThere) throw new TypeError('No network')
  if (!path.includes('/import-mappings')) throw new TypeError('No network')
  expect(path).toContain(`/organizations/${organizationId}/`)
  const { id = '', ...fields } = JSON.parse(
    typeof body === 'string' ? body : '{}',
  ) as Partial<NamedMapping>
  asked.push(`${method} ${id} ${fields.updatedOn ?? ''}`.trim())
  during()
  const refusal = refusals[id]
  if (refusal !== undefined) return Response.json({ messageCodes: [refusal] }, { status: 409 })
  if (method === 'GET') return Response.json([...stored.values()])
  const next = mapping(id, { ...fields, updatedOn: 10 + asked.length })
  if (method === 'DELETE') stored.delete(id)
  else stored.set(id, next)
  return Response.json(method === 'DELETE' ? {} : next)
}
beforeEach(async () => {
  localStorage.clear()
  ;[stored, asked, refusals, told] = [new Map(), [], {}, []]
  ;[isServerThere, during] = [true, () => undefined]
  const device = await openPageProject()
  organizationId = device.session.organizationId
  await signInPage(device)
  vi.stubGlobal('fetch', serve)
  const { toast } = await import('../../../ui/feedback/toast.tsx')
  vi.spyOn(toast, 'error').mockImplementation((error) => void told.push(error))
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('unsent changes of mappings', () => {
  const lay = async (...changes: MappingChange[]) => {
    const { keepChanges } = await import('./send-mappings.ts')
    keepChanges(organizationId, changes)
  }
  const left = async () => (await import('./send-mappings.ts')).readChanges(organizationId)
  const copied: string[] = []
  const send = async () => {
    const { synchronizeMappings } = await import('./send-mappings.ts')
    copied.length = 0
    await synchronizeMappings(organizationId, {
      onCopied: (name) => void copied.push(name),
      onRefused: ({ code }) => void told.push(code),
    })
  }

  it('are sent in their order, as new, changed or deleted, and then read again', async () => {
    stored.set('known', mapping('known')).set('gone', mapping('gone'))
    await lay(
      change('new'),
      change('known', { updatedOn: 1, saved: saved('Renamed') }),
      change('gone', { updatedOn: 1, saved: null }),
    )
    await send()
    expect(asked).toEqual(['POST new', 'PUT known 1', 'DELETE gone', 'GET'])
    expect(await left()).toEqual([])
    const { mappingsKey } = await import('./send-mappings.ts')
    const { readSetting } = await import('../../../lib/local-settings.ts')
    const kept = readSetting<NamedMapping[]>(mappingsKey(organizationId), [])
    expect(kept.map(({ name }) => name)).toEqual(['Renamed', 'new'])
  })

  it('that were made while an earlier one was sent stay, over the version that it became', async () => {
    const later = change('a', { saved: saved('Later') })
    await lay(change('a'), change('b'))
    const { keepChanges, readChanges } = await import('./send-mappings.ts')
    during = () => {
      during = () => undefined
      keepChanges(organizationId, [later, ...readChanges(organizationId).slice(1)])
    }
    await send()
    expect(asked).toEqual(['POST a', 'POST b', 'GET'])
    expect(await left()).toEqual([{ ...later, updatedOn: 11 }])
  })

  it('that were refused stay, are told once, and are tried again', async () => {
    await lay(change('full'))
    refusals = { full: 'TOO_MANY_REQUESTS' }
    await send()
    expect([told, await left()]).toEqual([
      [expect.any(String)],
      [{ ...change('full'), isRefused: true }],
    ])
    await send()
    expect([told.length, asked.length]).toEqual([1, 4])
    refusals = {}
    await send()
    expect(await left()).toEqual([])
  })

  it('become a mapping of the person’s own where a colleague was first', async () => {
    stored.set('a', mapping('a'))
    await lay(change('a', { updatedOn: 0, saved: saved('Mine') }))
    refusals = { a: 'requirement.stale' }
    await send()
    expect([copied, told]).toEqual([['Mine'], []])
    // The copy is sent at once, as a new mapping that is not shared.
    expect(asked).toHaveLength(3)
    expect([...stored.values()][1]).toMatchObject({ name: 'Mine', isShared: false })
    expect(await left()).toEqual([])
  })

  it('that delete a mapping which is gone, or no longer theirs, are over', async () => {
    await lay(
      change('a', { updatedOn: 1, saved: null }),
      change('b', { updatedOn: 1, saved: null }),
    )
    refusals = { a: 'NOT_FOUND', b: 'NOT_ALLOWED' }
    await send()
    expect([await left(), told, copied]).toEqual([[], ['NOT_ALLOWED'], []])
  })

  it('wait for a network', async () => {
    await lay(change('a'))
    isServerThere = false
    await expect(send()).rejects.toThrow('no connection')
    expect(await left()).toEqual([change('a')])
  })
})

describe('the mappings of an organization', () => {
  const open = async () => {
    const { useNamedMappings } = await import('./use-named-mappings.ts')
    const { result } = renderHook(() => useNamedMappings(), { wrapper: inLocale })
    // The device itself cannot reach a server here; the calls of mappings can.
    const { deviceNotes } = await import('../../../lib/device.ts')
    const state = { type: 'state', state: { phase: 'idle' }, lastContactAt: Date.now() }
    act(() => deviceNotes.emit(state as never))
    await waitFor(() => expect(asked).toContain('GET'))
    await waitFor(() => expect(result.current.mappings).toHaveLength(stored.size))
    const names = () => result.current.mappings.map(({ name }) => name)
    const states = () => result.current.mappings.map(({ id }) => result.current.stateOf(id))
    return { result, names, states }
  }
  it('show the server’s, and a change at once', async () => {
    stored.set('a', mapping('a'))
    const { result, names, states } = await open()
    expect([names(), states()]).toEqual([['a'], ['stored']])
    isServerThere = false
    act(() => void result.current.save({ former: null, ...saved('New') }))
    const own = result.current.mappings.find(({ name }) => name === 'New')
    act(() => void result.current.save({ former: own ?? null, ...saved('b') }))
    expect([names(), states()]).toEqual([
      ['a', 'b'],
      ['stored', 'unsent'],
    ])
  })

  it('save and remove over the version that the person saw', async () => {
    stored.set('a', mapping('a')).set('b', mapping('b', { updatedOn: 5 }))
    const { result, names } = await open()
    const [first, second] = result.current.mappings
    act(() => expect(result.current.save({ former: first ?? null, ...saved('z') })).toBe(true))
    if (second !== undefined) act(() => result.current.remove(second))
    expect(names()).toEqual(['z'])
    await waitFor(() =>
      expect(asked.filter((call) => call !== 'GET')).toEqual(['PUT a 1', 'DELETE b']),
    )
    expect(names()).toEqual(['z'])
  })

  it('tell what was refused and what became a copy', async () => {
    stored.set('a', mapping('a'))
    const { result, names, states } = await open()
    refusals = { a: 'NOT_ALLOWED' }
    const [first] = result.current.mappings
    act(() => void result.current.save({ former: first ?? null, ...saved('Mine') }))
    await waitFor(() =>
      expect(told).toEqual([
        'A colleague changed “Mine” first. Yours is kept as a mapping of your own.',
      ]),
    )
    await waitFor(() => expect(asked.at(-1)).toBe('GET'))
    const { keepChanges } = await import('./send-mappings.ts')
    act(() => void keepChanges(organizationId, [change('c', { isRefused: true })]))
    expect([names(), states()]).toEqual([
      ['a', 'c', 'Mine'],
      ['stored', 'refused', 'stored'],
    ])
  })

  it('say that a device without room keeps nothing', async () => {
    const { result } = await open()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    let isKept: boolean | undefined
    act(() => void (isKept = result.current.save({ former: null, ...saved('New') })))
    expect(isKept).toBe(false)
  })
})
