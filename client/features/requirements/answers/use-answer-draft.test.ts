// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CommitmentValues } from '#schema/entities/commitment.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { fillLocalStorage } from '../../../../tests/support/full-local-storage.ts'
import { buildCommitment, PROJECT_ID } from '../../../../tests/support/project-rows.ts'
import type * as Edits from './answer-edits.ts'
import { keptDrafts } from './draft-net.ts'
import { useAnswerDraft } from './use-answer-draft.ts'

type Saved = Parameters<typeof Edits.saveAnswers>
const store = vi.hoisted(() => ({ saves: [] as unknown[], save: () => Promise.resolve() }))
vi.mock('./answer-edits.ts', () => ({
  saveAnswers: (...given: unknown[]) => {
    store.saves.push(given)
    return store.save()
  },
}))
vi.mock('#client/lib/session.ts', () => ({
  currentSession: () => ({ userId: 3, organizationId: 7 }),
}))

const saves = () => store.saves as Saved[]
const savedValues = () => saves().map(([, [edit]]) => edit?.values)
const groups = () => saves().map(([, , { group }]) => group)
const kept = () =>
  keptDrafts(PROJECT_ID).flatMap(({ id, fields }) =>
    Object.entries(fields).map(([field, { value, over }]) => [id, field, value, over]),
  )
let errors: unknown[]
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 })
  localStorage.clear()
  Object.assign(store, { saves: [], save: () => Promise.resolve() })
  errors = []
  vi.spyOn(toast, 'error').mockImplementation((error) => void errors.push(error))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const open = (stored?: CommitmentValues) => {
  const commitmentOf = (values: CommitmentValues | undefined) =>
    values === undefined ? undefined : buildCommitment({ values })
  const { result, rerender, unmount } = renderHook(
    ({ commitment, requirementId }) =>
      useAnswerDraft({
        ...{ projectId: PROJECT_ID, documentId: 'd1', vendorId: 7, label: 'Answer', requirementId },
        commitment,
      }),
    { initialProps: { commitment: commitmentOf(stored), requirementId: 'r1' } },
  )
  return {
    draft: () => result.current,
    type: (value: string, field = 'note') => act(() => result.current.setField(field, value)),
    leave: () => act(() => result.current.leaveField()),
    /** The store shows these values. */
    show: (values: CommitmentValues) =>
      rerender({ commitment: commitmentOf(values), requirementId: 'r1' }),
    unmount,
  }
}

it('typed text shows at once over the stored answer, and is kept at each keystroke', () => {
  const { draft, type } = open({ note: 'Stands', met: 20 })
  expect([draft().values, draft().isTyping, draft().savedAt]).toEqual([
    { note: 'Stands', met: 20 },
    false,
    null,
  ])
  type('W')
  type('Wo')
  expect(draft().values).toEqual({ note: 'Wo', met: 20 })
  expect([draft().isTyping, saves()]).toEqual([true, []])
  expect(kept()).toEqual([['r1', 'note', 'Wo', 'Stands']])
})

it('typed text shows and is saved also where local storage is full', async () => {
  const { draft, type } = open({ note: 'Stands' })
  fillLocalStorage()
  type('Words')
  expect([draft().values, kept()]).toEqual([{ note: 'Words' }, []])
  await wait(60_000)
  expect([savedValues(), errors]).toEqual([[{ note: 'Words' }], []])
})

it('text is saved 400 ms after the last keystroke, with what it was typed over', async () => {
  const { draft, type } = open({ note: 'Stands' })
  type('W')
  await wait(399)
  type('Words')
  await wait(399)
  expect(saves()).toEqual([])
  await wait(1)
  expect(saves()).toEqual([
    [
      { projectId: PROJECT_ID, documentId: 'd1', vendorId: 7 },
      [{ requirementId: 'r1', values: { note: 'Words' }, over: { note: 'Stands' } }],
      { label: 'Answer', group: expect.stringMatching(/./) },
    ],
  ])
  expect([draft().isTyping, draft().savedAt, kept()]).toEqual([false, 1_799, []])
  await wait(10_000)
  expect(saves()).toHaveLength(1)
})

it('a field of an answer that does not exist yet is typed over nothing', async () => {
  const { type } = open()
  type('Words')
  expect(kept()).toEqual([['r1', 'note', 'Words', null]])
  await wait(400)
  expect(saves()[0]?.[1][0]?.over).toEqual({ note: null })
})

it('saved text stays on the screen until the store shows it', async () => {
  const { draft, type, show } = open({ note: 'Stands' })
  type('Words')
  await wait(400)
  expect(draft().values).toEqual({ note: 'Words' })
  show({ note: 'Words' })
  show({ note: 'Of a colleague' })
  expect(draft().values, 'the field is the store’s again').toEqual({ note: 'Of a colleague' })
})

it('saved text that the store never shows gives way after a while', async () => {
  const { draft, type } = open({ note: 'Stands' })
  type('Words')
  await wait(400 + 1_499)
  expect(draft().values).toEqual({ note: 'Words' })
  await wait(1)
  expect(draft().values).toEqual({ note: 'Stands' })
})

it('text that is typed during the save stays, and is saved next', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  store.save = () => promise
  const { draft, type } = open({ note: 'Stands' })
  type('Words')
  await wait(400)
  type('Words and more')
  await act(async () => resolve())
  expect([draft().values, draft().isTyping]).toEqual([{ note: 'Words and more' }, true])
  expect(kept(), 'only the newer text').toEqual([['r1', 'note', 'Words and more', 'Words']])
  await wait(400)
  expect(savedValues()).toEqual([{ note: 'Words' }, { note: 'Words and more' }])
  await wait(1_500)
  expect(kept()).toEqual([])
})

it('text whose save fails stays in the field and on the device, and is tried again', async () => {
  const broken = new Error('The device is full')
  store.save = () => Promise.reject(broken)
  const { draft, type } = open({ note: 'Stands' })
  type('Words')
  await wait(400)
  expect([draft().values, draft().isTyping, draft().savedAt, errors]).toEqual([
    { note: 'Words' },
    true,
    null,
    [broken],
  ])
  expect(kept()).toEqual([['r1', 'note', 'Words', 'Stands']])
  await expect(draft().flush()).rejects.toBe(broken)
  store.save = () => Promise.resolve()
  type('Words!')
  await wait(400)
  expect([savedValues().at(-1), errors.length, kept()]).toEqual([{ note: 'Words!' }, 2, []])
})

it('leaving a field saves at once, and the next keystroke is an undo step of its own', async () => {
  const { type, leave } = open()
  type('One')
  await wait(400)
  type('One two')
  leave()
  await wait(0)
  type('Three')
  leave()
  await wait(1_000)
  expect(savedValues()).toEqual([{ note: 'One' }, { note: 'One two' }, { note: 'Three' }])
  const [first, second, third] = groups()
  expect(first).toBe(second)
  expect(third).not.toBe(second)
})

it('fields that are typed together are saved together', async () => {
  const { draft, type } = open()
  type('Words')
  type('80', 'met')
  expect(draft().values).toEqual({ note: 'Words', met: '80' })
  await wait(400)
  expect(savedValues()).toEqual([{ note: 'Words', met: '80' }])
})

it('leaving without a word saves nothing, and waits for the save that runs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  store.save = () => promise
  const { draft, type, leave } = open()
  leave()
  await act(() => draft().flush())
  expect(saves()).toEqual([])
  type('Words')
  await wait(400)
  let isDone = false
  void draft()
    .flush()
    .then(() => (isDone = true))
  await wait(0)
  expect([isDone, saves().length]).toEqual([false, 1])
  await act(async () => resolve())
  expect(isDone).toBe(true)
})

it.each([
  ['closing the page', () => window.dispatchEvent(new Event('pagehide'))],
  [
    'hiding the page',
    () => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      document.dispatchEvent(new Event('visibilitychange'))
    },
  ],
])('%s saves at once', async (_how, happen) => {
  const { type } = open()
  type('Words')
  act(happen)
  await wait(0)
  expect(savedValues()).toEqual([{ note: 'Words' }])
})

it('leaving the requirement saves at once, and once only', async () => {
  const { type, unmount } = open()
  type('Words')
  unmount()
  await wait(5_000)
  expect([savedValues(), kept()]).toEqual([[{ note: 'Words' }], []])
})
