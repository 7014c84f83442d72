// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Requirement } from '#schema/entities/structure.ts'
import type { OpenDevice } from '#client/lib/device.ts'
import { inLocale } from '../../../../tests/support/in-locale.tsx'
import { editsOf, openPageProject } from '../../../../tests/support/page-project.ts'
import { buildRequirement, buildRows, PROJECT_ID } from '../../../../tests/support/project-rows.ts'

const router = vi.hoisted(() => ({ visited: [] as unknown[] }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => (to: unknown) => Promise.resolve(router.visited.push(to)),
}))

const REQUIREMENTS = ['r1', 'r2', 'r3', 'r4'].map((id, at) =>
  buildRequirement({ id, fullId: `FUN-${at}`, rank: `V000${at}0` }),
)
const place = { projectId: PROJECT_ID, documentId: 'd1' }
let device: OpenDevice
let asked: (readonly string[])[]
let errors: unknown[]
beforeEach(async () => {
  vi.resetModules()
  router.visited = []
  ;[asked, errors] = [[], []]
  device = await openPageProject({ rows: { ...buildRows(), requirement: REQUIREMENTS } })
  const { toast } = await import('#client/ui/feedback/toast.tsx')
  vi.spyOn(toast, 'error').mockImplementation((error) => void errors.push(error))
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await new Promise((done) => setImmediate(done))
})

interface Table {
  checked?: string[]
  isReadOnly?: boolean
  isSorted?: boolean
  requirements?: readonly Requirement[]
}
const open = async ({
  checked = [],
  isReadOnly = false,
  isSorted = false,
  requirements = REQUIREMENTS,
}: Table = {}) => {
  const { useRowGestures } = await import('./use-row-gestures.ts')
  const { useRows } = await import('#client/lib/project-store.ts')
  const { result } = renderHook(
    () => ({
      gestures: useRowGestures({
        ...{ place, requirements, isReadOnly, isSorted },
        checked: new Set(checked),
        onAsk: (ids) => void asked.push(ids),
      }),
      rows: useRows(PROJECT_ID, 'requirement', { documentId: 'd1' }).length,
    }),
    { wrapper: inLocale },
  )
  await waitFor(() => expect(result.current.rows).toBe(REQUIREMENTS.length))
  return () => result.current.gestures
}
const key = (name: string, altKey = true) => new KeyboardEvent('keydown', { key: name, altKey })
const moves = async () =>
  (await editsOf(device)).map(({ command, args }) => [
    command,
    Object(args).ids,
    Object(args).after,
  ])

it('a dropped row moves to its new neighbour, also if other rows are checked', async () => {
  const gestures = await open({ checked: ['r3'] })
  act(() => gestures().onMoveRow?.('r1', { rowId: 'r2', side: 'after' }))
  await vi.waitFor(async () => expect(await moves()).toHaveLength(1))
  expect(await moves()).toEqual([['requirements.move', ['r1'], 'r2']])
})

it('a dropped row that is checked takes the other checked rows with it, in their order', async () => {
  const gestures = await open({ checked: ['r4', 'r2'] })
  act(() => gestures().onMoveRow?.('r4', { rowId: 'r1', side: 'after' }))
  await vi.waitFor(async () => expect(await moves()).toHaveLength(1))
  expect(await moves()).toEqual([['requirements.move', ['r2', 'r4'], 'r1']])
})

it('a row that is dropped on itself stays', async () => {
  const gestures = await open()
  act(() => gestures().onMoveRow?.('r1', { rowId: 'r1', side: 'after' }))
  await new Promise((done) => setTimeout(done, 20))
  expect([await moves(), errors]).toEqual([[], []])
})

it('a move that is refused tells why', async () => {
  const gone = [...REQUIREMENTS, buildRequirement({ id: 'gone', sectionId: 'gone' })]
  const gestures = await open({ requirements: gone })
  act(() => gestures().onMoveRow?.('r1', { rowId: 'gone', side: 'after' }))
  await vi.waitFor(() => expect(errors).toHaveLength(1))
  expect(errors).toMatchObject([{ name: 'Refusal' }])
})

it('rows of a table that is sorted, or only to be read, cannot be dropped', async () => {
  expect((await open())().onMoveRow).toBeDefined()
  expect((await open({ isSorted: true }))().onMoveRow).toBeUndefined()
  expect((await open({ isReadOnly: true }))().onMoveRow).toBeUndefined()
})

it('the keys that would move a row of a sorted table say why they do not', async () => {
  const gestures = await open({ isSorted: true })
  for (const name of ['ArrowUp', 'ArrowDown']) {
    expect(gestures().onRowKey(key(name))).toBe(true)
  }
  expect(errors).toEqual([expect.stringMatching(/sorted/), expect.stringMatching(/sorted/)])
  expect(gestures().onRowKey(key('ArrowUp', false)), 'the plain key goes to the next row').toBe(
    false,
  )
  expect(gestures().onRowKey(key('Enter'))).toBe(false)
  expect(errors).toHaveLength(2)
})

it('in document order, or for a reader, these keys are not taken', async () => {
  expect((await open())().onRowKey(key('ArrowUp'))).toBe(false)
  expect((await open({ isSorted: true, isReadOnly: true }))().onRowKey(key('ArrowUp'))).toBe(false)
  expect(errors).toEqual([])
})

it('opening a cell shows the requirement, or asks for its answer fields', async () => {
  const gestures = await open()
  act(() => gestures().onOpen('r1', 'asked'))
  expect([asked, router.visited]).toEqual([[['r1']], []])
  act(() => gestures().onOpen('gone', 'name'))
  expect(router.visited).toEqual([])
  act(() => gestures().onOpen('r2', 'name'))
  act(() => gestures().onOpen('r2', 'id'))
  expect(router.visited).toHaveLength(2)
  expect(JSON.stringify(router.visited[0])).toContain('FUN-1')
  expect(asked).toHaveLength(1)
})

it('the number of a requirement with an edit that needs a decision opens that edit', async () => {
  await device.database.parked.put({
    ...{ id: 'k', mid: 1, projectId: PROJECT_ID, command: 'requirements.update', base: {} },
    ...{ args: { id: 'r2' }, status: 'refused', reason: 'NOT_ALLOWED', detail: {}, conflicts: [] },
    ...{ at: 1, clientAt: 1, label: '', standing: '' },
  } as never)
  const { useParkedRows, doesNeedYou } = await import('./needs-you.ts')
  const { useConflictDialog } = await import('#client/lib/conflict-dialog.ts')
  const dialog = renderHook(() => {
    useParkedRows(PROJECT_ID)
    return useConflictDialog()
  }).result
  await waitFor(() => expect(doesNeedYou('r2')).toBe(true))
  const gestures = await open()
  act(() => gestures().onOpen('r2', 'name'))
  expect([dialog.current, router.visited.length]).toEqual([null, 1])
  act(() => gestures().onOpen('r2', 'id'))
  expect(dialog.current).toMatchObject({ entityId: 'r2' })
  expect(router.visited).toHaveLength(1)
})
