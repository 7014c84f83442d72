// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { inLocale } from '../../../tests/support/in-locale.tsx'
import { openPageProject } from '../../../tests/support/page-project.ts'
import {
  buildDocument,
  buildPackage,
  buildProject,
  buildProjectVendor,
  buildRows,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import type { usePublishFacts } from './use-publish-facts.ts'

const PROJECT = { ...buildProject({ organizationId: 34 }), me: {} } as ProjectSummary
const FUTURE = { date: '2090-01-01', zone: 'UTC' }
let asked: string[]
beforeEach(async () => {
  const device = await openPageProject({
    rows: buildRows({
      projectVendor: [7, 8, 9].map(buildProjectVendor),
      package: [buildPackage({ weight: 60 }), buildPackage({ id: 'p2', rank: 'V1', weight: 30 })],
      document: [buildDocument({ weight: 100 }), buildDocument({ id: 'd2', packageId: 'p2' })],
    }),
  })
  const { readSyncStatus } = await import('../../lib/sync-status.ts')
  await vi.waitFor(() => expect(readSyncStatus().phase).not.toBe('starting'))
  // The engine of this device finds no server; what it tells must not mix with the test's notes.
  await device.worker.sleep()
  const { sessionTokens } = await import('../../lib/session-tokens.ts')
  vi.spyOn(sessionTokens, 'current').mockResolvedValue('token')
  asked = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return new Response(
      JSON.stringify([
        { value: 7, label: '', activeContacts: 2 },
        { value: 8, label: '', activeContacts: 0 },
      ]),
    )
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const tell = async (state: object) => {
  const { deviceNotes } = await import('../../lib/device.ts')
  const note = { type: 'state', state, lastContactAt: Date.now(), clockSkewMs: 0, compared: null }
  act(() => deviceNotes.emit(note as never))
}
const offline = () => tell({ phase: 'waiting', reason: 'offline', nextTryAt: 99 })
type Arguments = Parameters<typeof usePublishFacts>
const show = async (deadline: Arguments[1], weighed?: Arguments[2]) => {
  const facts = await import('./use-publish-facts.ts')
  const { result } = renderHook(() => facts.usePublishFacts(PROJECT, deadline, weighed), {
    wrapper: inLocale,
  })
  await waitFor(() => expect(result.current.documentIds).toEqual(['d1', 'd2']))
  await waitFor(() =>
    expect(result.current.checks.find(({ id }) => id === 'vendors')?.isDone).toBe(true),
  )
  return result
}
const withoutContact = ({ oddities }: ReturnType<typeof usePublishFacts>) =>
  oddities.flatMap((oddity) => (oddity.id === 'no-contact' ? [oddity.where.id] : []))

it('warns of vendors of whom no contact can sign in, once the server has said so', async () => {
  await tell({ phase: 'idle' })
  const result = await show(FUTURE)
  await waitFor(() => expect(result.current.areContactsKnown).toBe(true))
  expect(withoutContact(result.current)).toEqual([8, 9])
  expect(asked.filter((path) => path.includes('/34'))).toHaveLength(1)
})

it('knows no contacts and asks no server without a connection, until there is one', async () => {
  await offline()
  const result = await show(FUTURE)
  expect([result.current.areContactsKnown, withoutContact(result.current)]).toEqual([false, []])
  expect(asked.filter((path) => path.includes('/34'))).toEqual([])
  await tell({ phase: 'idle' })
  await waitFor(() => expect(withoutContact(result.current)).toEqual([8, 9]))
})

it('checks the weights as the person is about to set them, and the deadline given', async () => {
  await offline()
  const totals = (facts: ReturnType<typeof usePublishFacts>) =>
    facts.checks.map(({ id, isDone, total }) => [id, isDone, total])
  expect(totals((await show(null)).current)).toEqual([
    ['requirements', true, undefined],
    ['vendors', true, undefined],
    ['package-weights', false, 90],
    ['document-weights', false, 0],
    ['deadline', false, undefined],
  ])
  const planned: Record<string, number> = { p1: 60, p2: 40, d1: 100, d2: 100 }
  const weighed: Arguments[2] = (rows) =>
    rows.map((row) => ({ ...row, weight: planned[row.id] ?? null }))
  const { current } = await show({ date: '2000-01-01', zone: 'UTC' }, weighed)
  expect(totals(current)).toEqual([
    ['requirements', true, undefined],
    ['vendors', true, undefined],
    ['package-weights', true, undefined],
    ['document-weights', true, undefined],
    ['deadline', false, undefined],
  ])
  expect([current.hasPackages, PROJECT.id]).toEqual([true, PROJECT_ID])
})
