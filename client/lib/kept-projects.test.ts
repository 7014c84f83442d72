// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OpenDevice } from './device.ts'
import { openPageProject } from '../../tests/support/page-project.ts'
import { buildRows, PROJECT_ID } from '../../tests/support/project-rows.ts'

// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  await new Promise((done) => setImmediate(done))
})
let device: OpenDevice
beforeEach(async () => {
  device = await openPageProject({ rows: buildRows() })
})
const open = async () => {
  const { useKeptProjects } = await import('./kept-projects.ts')
  const { result } = renderHook(useKeptProjects)
  await waitFor(() => expect(result.current).not.toBe(null))
  return () => result.current?.[0]
}

it('a complete copy is whole, has a size and nothing unsent', async () => {
  const kept = await open()
  const { length } = JSON.stringify(buildRows().requirement)
  expect(kept()).toMatchObject({
    projectId: PROJECT_ID,
    name: 'Groupware',
    copy: 'whole',
    isPinned: false,
    openedOn: 0,
    leftOn: null,
    unsentCount: 0,
  })
  expect(kept()?.bytes).toBeGreaterThan(length)
})

it('a copy that is being fetched is partial, and one that is denied or gone is missing', async () => {
  await device.database.cursor.update(PROJECT_ID, { isComplete: false })
  expect((await open())()).toMatchObject({ copy: 'partial' })
  cleanup()
  await device.database.cursor.update(PROJECT_ID, { isComplete: true, isDenied: true })
  expect((await open())()).toMatchObject({ copy: 'missing', bytes: 0 })
})

it('unsent edits are counted by project, after each change', async () => {
  const kept = await open()
  const { mutate } = await import('./mutate.ts')
  for (const id of ['p1', 'p2'])
    await mutate(
      'packages.update',
      { projectId: PROJECT_ID, id, name: 'New' },
      { undoLabel: '', scope: PROJECT_ID },
    )
  await waitFor(() => expect(kept()?.unsentCount).toBe(2))
})

it('lists unsent edits with what they touch, oldest first', async () => {
  const { useOutbox, useUnsentEdits } = await import('./unsent-edits.ts')
  const { mutate } = await import('./mutate.ts')
  const edits = renderHook(useUnsentEdits).result
  const outbox = renderHook(useOutbox).result
  expect(edits.current).toEqual([])
  const rename = (id: string) =>
    mutate(
      'packages.update',
      { projectId: PROJECT_ID, id, name: `New ${id}` },
      { undoLabel: `Rename ${id}`, scope: PROJECT_ID },
    )
  await rename('p1')
  await rename('p2')
  await waitFor(() => expect(edits.current).toHaveLength(2))
  expect(edits.current).toMatchObject([
    { mid: 1, projectId: PROJECT_ID, command: 'packages.update', label: 'Rename p1' },
    { mid: 2, label: 'Rename p2' },
  ])
  expect(edits.current[0]?.entityKeys).toContain('package/p1')
  expect(outbox.current[0]).toMatchObject({
    args: { id: 'p1', name: 'New p1' },
    base: { 'package/p1#name': 'Core' },
  })
})
