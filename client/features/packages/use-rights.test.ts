// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { Project } from '#schema/entities/project.ts'
import { openPageProject } from '../../../tests/support/page-project.ts'
import {
  buildCollaborator,
  buildDocument,
  buildOwner,
  buildPackage,
  buildRows,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'

// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  await new Promise((done) => setImmediate(done))
})

const COLLEAGUE = buildCollaborator('role-project-req-colaborator')
const OWN = { ownerId: COLLEAGUE.userId }
const rows = buildRows({
  package: [buildPackage(OWN), buildPackage({ id: 'p2' })],
  document: [buildDocument(), buildDocument({ id: 'd2', packageId: 'p2', ...OWN })],
})
/** The rows that the person may edit and delete: packages p1 (own) and p2, and their documents. */
const rightsOf = async (actor: ProjectActor, project: Partial<Project> = {}) => {
  await openPageProject({ actor, rows, project })
  const { useRights } = await import('./use-rights.ts')
  const { useRow } = await import('../../lib/project-store.ts')
  const { result } = renderHook(() => ({
    isRead: useRow(PROJECT_ID, 'package', 'p1') !== undefined,
    rights: useRights(PROJECT_ID),
  }))
  await waitFor(() => expect(result.current.isRead).toBe(true))
  const all = [...(rows.package ?? []), ...(rows.document ?? [])]
  const { mayEdit, mayRemove, ...rights } = result.current.rights
  const ids = (may: typeof mayEdit) => all.filter((row) => may(row)).map(({ id }) => id)
  return { ...rights, edited: ids(mayEdit), removed: ids(mayRemove) }
}

it('nothing may be done until the project is read, and in none that is not there', async () => {
  await openPageProject({ rows })
  const { useRights } = await import('./use-rights.ts')
  const { result, rerender } = renderHook(({ id }) => useRights(id), {
    initialProps: { id: 'unknown' },
  })
  await act(async () => {})
  const { mayEdit, mayRemove, ...rights } = result.current
  expect(rights).toEqual({
    ...{ mayWrite: false, mayWeigh: false, isReasonNeeded: false },
    ...{ isVendor: false, mayAssign: false },
  })
  expect([mayEdit(buildPackage()), mayRemove(buildDocument())]).toEqual([false, false])
  rerender({ id: PROJECT_ID })
  await vi.waitFor(() => expect(result.current.mayWrite).toBe(true))
})

describe('a collaborator', () => {
  it('edits what is their own, and the documents of their package', async () => {
    expect(await rightsOf(COLLEAGUE)).toMatchObject({ edited: ['p1', 'd1', 'd2'], isVendor: false })
  })

  it('who may only read edits only documents that they own', async () => {
    const permissions = COLLEAGUE.permissions.filter((one) => !/_(?:WRITE|REMOVE)$/.test(one))
    expect(await rightsOf({ ...COLLEAGUE, permissions })).toMatchObject({
      ...{ edited: ['d2'], removed: [], mayWrite: false, mayWeigh: false, mayAssign: false },
    })
  })
})

describe('the weights', () => {
  it('take a reason once the answers are open', async () => {
    expect(await rightsOf(buildOwner())).toMatchObject({ mayWeigh: true, isReasonNeeded: false })
    cleanup()
    expect(await rightsOf(buildOwner(), { state: 'EVALUATION' })).toMatchObject({
      ...{ mayWeigh: true, isReasonNeeded: true, edited: [], removed: [] },
    })
  })
})
