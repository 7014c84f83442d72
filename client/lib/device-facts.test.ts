// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPageProject } from '../../tests/support/page-project.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import type { OpenDevice } from './device.ts'

let device: OpenDevice
beforeEach(async () => {
  device = await openPageProject()
})
afterEach(cleanup)

const rename = async (name: string) => {
  const { mutate } = await import('./mutate.ts')
  await mutate(
    'packages.update',
    { projectId: PROJECT_ID, id: 'p1', name },
    { scope: 's', undoLabel: `To ${name}` },
  )
}

it('undo and redo are offered by what the list of a scope holds', async () => {
  const { redo, undo, useUndo } = await import('./mutate.ts')
  const { result } = renderHook(() => useUndo('s'))
  const state = () => [result.current.canUndo, result.current.canRedo]
  expect(state()).toEqual([false, false])
  await rename('Base')
  await waitFor(() => expect(state()).toEqual([true, false]))
  expect(result.current.label).toBe('To Base')
  expect(await undo('s')).toBe('To Base')
  await waitFor(() => expect(state()).toEqual([false, true]))
  expect(await redo('s')).toBe('To Base')
  await waitFor(() => expect(state()).toEqual([true, false]))
})

it('an edit that the server has not decided is listed and counted', async () => {
  const { useUnsentEdits } = await import('./unsent-edits.ts')
  const { useSyncStatus } = await import('./sync-status.ts')
  const { result } = renderHook(() => ({ edits: useUnsentEdits(), status: useSyncStatus() }))
  await rename('Base')
  await waitFor(() => expect(result.current.edits).toHaveLength(1))
  expect(result.current.edits[0]).toMatchObject({
    projectId: PROJECT_ID,
    command: 'packages.update',
    label: 'To Base',
    entityKeys: ['package/p1'],
  })
  await waitFor(() =>
    expect(result.current.status).toMatchObject({ unsent: 1, unsentAnswers: 0, needYou: 0 }),
  )
})

it('tells the copy of each project on this device, and its unsent edits', async () => {
  const { useKeptProjects } = await import('./kept-projects.ts')
  const { result } = renderHook(() => useKeptProjects())
  await waitFor(() => expect(result.current).toHaveLength(1))
  expect(result.current?.[0]).toMatchObject({
    projectId: PROJECT_ID,
    name: 'Groupware',
    copy: 'whole',
    isPinned: false,
    openedOn: 0,
    leftOn: null,
    unsentCount: 0,
  })
  expect(result.current?.[0]?.bytes).toBeGreaterThan(1_000)
  await rename('Base')
  await waitFor(() => expect(result.current?.[0]?.unsentCount).toBe(1))
})

it.each([
  ['no visit', null, null],
  ['a visit that goes on', { openedAgo: 60_000, lastVisitOn: 7 }, 7],
  ['a visit that ended', { openedAgo: 31 * 60_000, lastVisitOn: 7 }, 'opened'],
])('the last visit of %s', async (_case, keep, expected) => {
  const { useLastVisit } = await import('./last-visit.ts')
  const openedOn = Date.now() - (keep?.openedAgo ?? 0)
  if (keep !== null)
    await device.database.meta.put({
      key: `keep/${PROJECT_ID}`,
      projectId: PROJECT_ID,
      isPinned: false,
      openedOn,
      lastVisitOn: keep.lastVisitOn,
      leftOn: null,
    })
  const { result } = renderHook(() => useLastVisit(PROJECT_ID))
  expect(result.current).toBe(null)
  const last = expected === 'opened' ? openedOn : expected
  // The two clocks may be read in different milliseconds.
  await waitFor(() => expect(Math.abs((result.current ?? -9) - Number(last ?? -9))).toBeLessThan(5))
})
