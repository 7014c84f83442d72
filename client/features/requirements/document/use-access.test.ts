// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Project } from '#schema/entities/project.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import { effectivePermissions } from '#schema/rules/access/access.ts'
import { inLocale } from '../../../../tests/support/in-locale.tsx'
import { openPageProject } from '../../../../tests/support/page-project.ts'
import {
  buildCollaborator,
  buildDocument,
  buildOwner,
  buildPackage,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../../tests/support/project-rows.ts'

let now = Date.parse('2030-01-01T00:00:00Z')
vi.mock('#client/lib/clock.ts', async (load) => ({
  ...(await load<object>()),
  serverNow: () => now,
}))

// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  now = Date.parse('2030-01-01T00:00:00Z')
  await new Promise((done) => setImmediate(done))
})

const PUBLISHED = { state: 'PUBLISHED', publishedOn: 1 } as const
const DEADLINE = Date.parse('2030-02-01T00:00:00Z')
const open = async (
  actor: ProjectActor,
  project: Partial<Project> = {},
  rows: Parameters<typeof buildRows>[0] = {},
) => {
  await openPageProject({ actor, project, rows: buildRows(rows) })
  const { useAccess } = await import('./use-access.ts')
  const document = (rows.document?.[0] ?? buildDocument()) as ReturnType<typeof buildDocument>
  const { result } = renderHook(() => useAccess(PROJECT_ID, document), { wrapper: inLocale })
  await waitFor(() => expect(result.current.removeReason).not.toBe('This does not exist any more.'))
  return result
}

it('the owner writes content before publishing and learns why not afterwards', async () => {
  expect((await open(buildOwner())).current).toMatchObject({
    isVendor: false,
    vendorId: null,
    contentReason: null,
    removeReason: null,
  })
  const access = await open(buildOwner(), PUBLISHED)
  expect(access.current.contentReason).toBe('You can change requirements in Draft and Preparation.')
  expect(access.current.answerReason).not.toBe(null)
})

it('a collaborator writes in the documents and packages that they own, and in no others', async () => {
  const helper = buildCollaborator('role-project-req-colaborator')
  expect((await open(helper)).current.contentReason).not.toBe(null)
  const own = await open(helper, {}, { document: [buildDocument({ ownerId: helper.userId })] })
  expect(own.current.contentReason).toBe(null)
  const inPackage = await open(helper, {}, { package: [buildPackage({ ownerId: helper.userId })] })
  expect(inPackage.current.contentReason).toBe(null)
})

it('a vendor answers until the deadline, at which the screen changes by itself', async () => {
  now = DEADLINE - 5_000_000
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const access = await open(buildVendorContact(), PUBLISHED)
  expect(access.current).toMatchObject({ isVendor: true, vendorId: 7, answerReason: null })
  const [ring] = timers.mock.calls.findLast(([, delay]) => delay === 5_000_050) ?? []
  now = DEADLINE + 50
  act(() => ring?.())
  expect(access.current.answerReason).toBe(
    'The deadline was 31.01.2030 at midnight (UTC). You can read the answers, but not change them.',
  )
})

it('a deadline that is over, absent or too far away for a timer sets none', async () => {
  for (const [at, deadlineAt] of [
    [DEADLINE, DEADLINE],
    [DEADLINE, null],
    [0, 2_000_000_001],
  ] as const) {
    now = at
    const timers = vi.spyOn(globalThis, 'setTimeout').mockClear()
    await open(buildVendorContact(), { ...PUBLISHED, deadlineAt })
    expect(timers.mock.calls.filter(([, delay]) => (delay ?? 0) > 1_000_000)).toEqual([])
  }
})

it('a vendor learns that answers change only while the project is published', async () => {
  const access = await open(buildVendorContact(), { state: 'EVALUATION', publishedOn: 1 })
  expect(access.current.answerReason).toBe('You can change answers while the project is published.')
})

it('under approval only chosen contacts submit', async () => {
  const part = {
    id: 'd1.7',
    projectId: PROJECT_ID,
    vendorId: 7,
    packageId: 'p1',
    documentId: 'd1',
    sectionId: null,
    userId: null,
    dueOn: null,
    isReady: false,
    needsApproval: true,
    submitters: [9],
    updatedOn: 0,
  }
  const rows = { vendorPart: [part] } as never
  const access = await open(buildVendorContact({ userId: 3 }), PUBLISHED, rows)
  await waitFor(() => expect(access.current.submitReason).not.toBe(null))
  expect(access.current.answerReason).toBe(null)
  const chosen = await open(buildVendorContact({ userId: 9 }), PUBLISHED, rows)
  expect(chosen.current.submitReason).toBe(null)
})

it('requestors read answers only once they are open, and only with the permission', async () => {
  const state = { state: 'EVALUATION', publishedOn: 1 } as const
  expect((await open(buildOwner(), PUBLISHED)).current.areAnswersOpen).toBe(false)
  expect((await open(buildOwner(), state)).current.areAnswersOpen).toBe(true)
  const blind = buildOwner({
    permissions: effectivePermissions([], true).filter((one) => one !== 'SC_BROWSE'),
  })
  expect((await open(blind, state)).current.areAnswersOpen).toBe(false)
})
