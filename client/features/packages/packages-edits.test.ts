// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { OpenDevice } from '../../lib/device.ts'
import { editsOf, openPageProject } from '../../../tests/support/page-project.ts'
import {
  buildCollaborator,
  buildDocument,
  buildOwner,
  buildPackage,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { inLocale } from '../../../tests/support/in-locale.tsx'

// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  await new Promise((done) => setImmediate(done))
})

let device: OpenDevice
beforeEach(async () => {
  device = await openPageProject({ summary: { team: [{ id: 2, name: 'Colleague' }] } })
})
const commands = async () => (await editsOf(device)).map(({ command }) => command)

const assignment = {
  projectId: PROJECT_ID,
  ownerId: 1,
  packageIds: ['p1'],
  documentIds: ['d1'],
  memberChanges: [{ documentId: 'd2', added: [2], removed: [] }],
}

it('saves an assignment as one step that can be undone', async () => {
  const { assign } = await import('./assign.ts')
  const { undo } = await import('../../lib/mutate.ts')
  expect(await assign(assignment)).toBe(true)
  expect((await editsOf(device)).map(({ args }) => args)).toEqual([
    { projectId: PROJECT_ID, ownerId: 1, packageIds: ['p1'], documentIds: ['d1'] },
    { projectId: PROJECT_ID, id: 'd2', userId: 2 },
  ])
  expect(await undo(PROJECT_ID)).toBe('Assignment')
  expect(await undo(PROJECT_ID)).toBe(null)
})

it('an unchanged owner is not written, and a refused change is not saved', async () => {
  const { assign } = await import('./assign.ts')
  expect(await assign({ ...assignment, ownerId: undefined, memberChanges: [] })).toBe(true)
  expect(await commands()).toEqual([])
  expect(await assign({ ...assignment, packageIds: ['unknown'], documentIds: [] })).toBe(false)
  expect(await commands()).toEqual([])
})

it('edits of the structure go to the project’s undo list, under their label', async () => {
  const { editStructure } = await import('./edit-structure.ts')
  const { undo } = await import('../../lib/mutate.ts')
  const rename = (id: string) =>
    editStructure('packages.update', { projectId: PROJECT_ID, id, name: 'Base' }, 'Rename package')
  expect(await rename('unknown')).toBe(false)
  expect(await rename('p2')).toBe(true)
  expect(await undo(PROJECT_ID)).toBe('Rename package')
})

const rightsOf = async (given: Parameters<typeof openPageProject>[0]) => {
  device = await openPageProject(given)
  const { useRights } = await import('./use-rights.ts')
  const { useRow } = await import('../../lib/project-store.ts')
  const { result } = renderHook(() => {
    const inPackage = useRow(PROJECT_ID, 'package', 'p1')
    return { isRead: inPackage !== undefined, rights: useRights(PROJECT_ID) }
  })
  await waitFor(() => expect(result.current.isRead).toBe(true))
  const { mayEdit, mayRemove, ...rights } = result.current.rights
  const rows = [buildPackage(), buildPackage({ id: 'p2' }), buildDocument()]
  return {
    ...rights,
    edited: rows.filter(mayEdit).map(({ id }) => id),
    removed: rows.filter(mayRemove).map(({ id }) => id),
  }
}

it('the owner may do everything in preparation, and needs a reason for weights later', async () => {
  expect(await rightsOf({})).toEqual({
    mayWrite: true,
    mayWeigh: true,
    isReasonNeeded: false,
    isVendor: false,
    mayAssign: true,
    edited: ['p1', 'p2', 'd1'],
    removed: ['p1', 'p2', 'd1'],
  })
  const opened = await rightsOf({ project: { state: 'EVALUATION' } })
  expect(opened).toMatchObject({ isReasonNeeded: true, mayWrite: false, edited: [] })
})

it('a collaborator edits what is assigned, a document also through its package', async () => {
  const actor = buildCollaborator('role-project-req-colaborator')
  const rows = buildRows({
    package: [buildPackage({ ownerId: actor.userId }), buildPackage({ id: 'p2' })],
  })
  expect(await rightsOf({ actor, rows })).toMatchObject({
    mayWrite: false,
    mayAssign: false,
    edited: ['d1'],
  })
})

it('a vendor may do nothing to the structure', async () => {
  expect(await rightsOf({ actor: buildVendorContact(), project: { state: 'PUBLISHED' } })).toEqual({
    mayWrite: false,
    mayWeigh: false,
    isReasonNeeded: false,
    isVendor: true,
    mayAssign: false,
    edited: [],
    removed: [],
  })
})

it('weights are drafted per group, over the stored ones', async () => {
  device = await openPageProject({
    rows: buildRows({
      package: [buildPackage({ weight: 60 }), buildPackage({ id: 'p2', rank: 'V1', weight: 40 })],
      document: [buildDocument({ weight: 90 })],
    }),
  })
  const { useWeights } = await import('./use-weights.ts')
  const { result } = renderHook(() => useWeights(PROJECT_ID), { wrapper: inLocale })
  await waitFor(() => expect(result.current.packages).toHaveLength(2))
  // The empty package has no group.
  expect(result.current.groups.map(({ id, rows }) => [id, rows.length])).toEqual([
    ['packages', 2],
    ['p1', 1],
  ])
  expect(result.current.draft).toEqual({ p1: 60, p2: 40, d1: 90 })
  expect(result.current.problems).toEqual([{ id: 'p1', total: 90 }])
  act(() => result.current.weigh({ d1: 100 }))
  act(() => result.current.weigh({ p1: 50 }))
  expect(result.current.draft).toEqual({ p1: 50, p2: 40, d1: 100 })
  expect(result.current.problems).toEqual([{ id: 'packages', total: 90 }])
})

it('the documents that a filter shows are those of the package', async () => {
  const { useShownDocuments } = await import('./use-shown-documents.ts')
  device = await openPageProject({
    actor: buildOwner(),
    summary: { team: [{ id: 1, name: 'Owner' }] },
    rows: buildRows({ document: [buildDocument({ ownerId: 1 }), buildDocument({ id: 'd3' })] }),
  })
  const shown = async (filter: Parameters<typeof useShownDocuments>[2], count: number) => {
    const { result } = renderHook(() => useShownDocuments(PROJECT_ID, buildPackage(), filter))
    await waitFor(() => expect(result.current).toHaveLength(count))
    return result.current.map(({ id }) => id)
  }
  expect(await shown(undefined, 2)).toEqual(['d1', 'd3'])
  expect(await shown('me', 1)).toEqual(['d1'])
  const { result } = renderHook(() => useShownDocuments(PROJECT_ID, undefined, undefined))
  expect(result.current).toEqual([])
})
