// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { inLocale } from '../../../tests/support/in-locale.tsx'
import { openPageProject } from '../../../tests/support/page-project.ts'
import {
  buildDocument,
  buildOwner,
  buildPackage,
  buildProject,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'

let asked: string[] = []
const answering = (answer: (path: string) => object | null): void => {
  asked = []
  vi.stubGlobal('fetch', async (path: string) => {
    const value = path.includes('/sync') ? null : answer(path)
    if (value === null) throw new TypeError('There is no server')
    asked.push(path)
    return new Response(JSON.stringify(value))
  })
}
beforeEach(async () => {
  const { sessionTokens } = await import('../../lib/session-tokens.ts')
  vi.spyOn(sessionTokens, 'current').mockResolvedValue('token')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const summaryOf = (changes: Partial<ProjectSummary> = {}) =>
  ({
    ...buildProject({ state: 'PUBLISHED', deadlineAt: Date.UTC(2090, 0, 1) }),
    me: { relation: 'owner' },
    ...changes,
  }) as ProjectSummary

it('an early opening is asked for every 20 seconds, and when the page gets the focus', async () => {
  await openPageProject()
  const { useOpening } = await import('./use-opening.ts')
  vi.useFakeTimers()
  answering(() => ({ request: null }))
  const { result, unmount } = renderHook(({ project }) => useOpening(project), {
    initialProps: { project: summaryOf() },
  })
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await wait(0)
  expect(result.current.state).toEqual({ request: null })
  await wait(19_999)
  expect(asked).toHaveLength(1)
  await wait(1)
  expect(asked).toHaveLength(2)
  act(() => void window.dispatchEvent(new Event('focus')))
  await wait(0)
  expect(asked).toHaveLength(3)
  act(() => result.current.reload())
  await wait(0)
  expect(asked).toHaveLength(4)
  unmount()
  act(() => void window.dispatchEvent(new Event('focus')))
  await wait(60_000)
  expect(asked).toHaveLength(4)
})

it.each([
  ['a vendor', { me: { relation: 'vendor' } as ProjectSummary['me'] }],
  ['a project whose answers are open', { state: 'EVALUATION' as const }],
])('%s asks for no opening', async (_case, changes) => {
  await openPageProject()
  const { useOpening } = await import('./use-opening.ts')
  answering(() => ({ request: null }))
  const project = summaryOf(changes)
  const { result } = renderHook(() => useOpening(project))
  await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
  expect(asked).toEqual([])
  expect(result.current.state).toBe(null)
})

it('a project is published with requirements, vendors, weights and a deadline', async () => {
  await openPageProject({
    rows: buildRows({
      package: [buildPackage({ weight: 60 }), buildPackage({ id: 'p2', rank: 'V1', weight: 30 })],
      document: [buildDocument({ weight: 100 })],
    }),
  })
  const { usePublishFacts } = await import('./use-publish-facts.ts')
  answering(() => [{ value: 7, label: '', activeContacts: 1 }])
  const project = summaryOf({ organizationId: 1 })
  const { result } = renderHook(
    () => usePublishFacts(project, { date: '2090-01-01', zone: 'UTC' }),
    {
      wrapper: inLocale,
    },
  )
  expect(result.current.hasPackages).toBe(false)
  await waitFor(() => expect(result.current.documentIds).toEqual(['d1']))
  expect(result.current.hasPackages).toBe(true)
  expect(result.current.checks).toEqual([
    { id: 'requirements', isDone: true },
    { id: 'vendors', isDone: true },
    { id: 'package-weights', isDone: false, total: 90 },
    { id: 'document-weights', isDone: true },
    { id: 'deadline', isDone: true },
  ])
  await waitFor(() => expect(result.current.areContactsKnown).toBe(true))
  // The server names only vendor 7.
  expect(result.current.oddities).toContainEqual({
    id: 'no-contact',
    where: { id: 8, name: 'Vendor 8' },
  })
})

it('only a vendor’s own answers count in its progress', async () => {
  const { useProgress } = await import('./use-progress.ts')
  for (const actor of [buildOwner(), buildVendorContact()]) {
    await openPageProject({ actor, project: { state: 'PUBLISHED' } })
    const { result } = renderHook(() => useProgress(PROJECT_ID, actor.relation === 'vendor'))
    expect(result.current).toBe(null)
    await waitFor(() => expect(result.current).not.toBe(null))
    expect(result.current?.map(({ total, answered }) => [total, answered])).toEqual([
      [2, 0],
      [1, 0],
    ])
    cleanup()
  }
})
