// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest'
import { BULK_LIMIT } from '#schema/mutations/inputs.ts'
import type { OpenDevice } from '#client/lib/device.ts'
import { editsOf, openPageProject } from '../../../../tests/support/page-project.ts'
import {
  buildCommitment,
  buildRequirement,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../../tests/support/project-rows.ts'

const scope = { projectId: PROJECT_ID, documentId: 'd1', vendorId: 7 }
const requirement = Array.from({ length: BULK_LIMIT + 1 }, (_, at) =>
  buildRequirement({ id: `r${at}`, rank: `V${String(at).padStart(5, '0')}` }),
)
const commitment = [
  buildCommitment({ requirementId: 'r0', values: { note: 'Old' }, submitted: true }),
  buildCommitment({ requirementId: 'r1', values: { note: 'Old' }, submitted: true }),
  buildCommitment({ requirementId: 'r2', values: { note: 'Draft' } }),
]
let device: OpenDevice
const occasions = vi.fn<(occasion: object) => void>()
/** Opens the device as a page does that shows the answers. */
const open = async (): Promise<void> => {
  device = await openPageProject({
    rows: { ...buildRows(), requirement, commitment },
    actor: buildVendorContact(),
    project: { state: 'PUBLISHED', publishedOn: 1 },
  })
  const { readRow } = await import('#client/lib/project-store.ts')
  const { id } = buildCommitment({ requirementId: 'r2' })
  await vi.waitFor(() => expect(readRow(PROJECT_ID, 'commitment', id)).toBeDefined())
}
beforeEach(async () => {
  await open()
  const { submitOccasions } = await import('../submit/submit-occasions.ts')
  occasions.mockClear()
  submitOccasions.on(occasions)
})
const edits = () => editsOf(device)
const save = async (ids: readonly string[], note = 'New', over?: string): Promise<void> => {
  const { saveAnswers } = await import('./answer-edits.ts')
  await saveAnswers(
    scope,
    ids.map((requirementId) => ({
      requirementId,
      values: { note },
      ...(over === undefined ? {} : { over: { note: over } }),
    })),
    { label: 'Answer' },
  )
}
const toasts = async () => {
  const { toast } = await import('#client/ui/feedback/toast.tsx')
  return vi.spyOn(toast, 'success').mockClear()
}

it('one answer is saved by a command of its own and offers no submission', async () => {
  await save(['r3'])
  expect(await edits()).toEqual([
    {
      command: 'commitments.update',
      args: { projectId: PROJECT_ID, vendorId: 7, requirementId: 'r3', values: { note: 'New' } },
    },
  ])
  expect(occasions).not.toHaveBeenCalled()
})

it('many answers are saved in pieces, as one undo step, after which submission is offered once', async () => {
  const { undo } = await import('#client/lib/mutate.ts')
  const ids = requirement.map(({ id }) => id)
  await save(ids)
  const sent = (await edits()).map(({ command, args }) => {
    const { items } = args as { items: { requirementId: string }[] }
    return [command, items.length, items[0]?.requirementId]
  })
  expect(sent).toEqual([
    ['commitments.updateBulk', BULK_LIMIT, 'r0'],
    ['commitments.updateBulk', 1, `r${BULK_LIMIT}`],
  ])
  expect(occasions.mock.calls).toEqual([[{ documentId: 'd1', occasion: 'bulkUpdate' }]])
  expect(await undo('d1')).toBe('Answer')
  expect(await undo('d1')).toBe(null)
})

it('edits of one group are undone together', async () => {
  const { saveAnswers } = await import('./answer-edits.ts')
  const { undo } = await import('#client/lib/mutate.ts')
  for (const requirementId of ['r3', 'r4'])
    await saveAnswers(scope, [{ requirementId, values: { note: 'Both' } }], {
      label: 'Fill',
      group: 'one',
    })
  expect(await undo('d1')).toBe('Fill')
  expect(await undo('d1')).toBe(null)
})

it('tells how many submitted answers are drafts again, and of drafts nothing', async () => {
  const told = await toasts()
  await save(['r2'])
  expect(told).not.toHaveBeenCalled()
  await save(['r0'])
  expect(told.mock.lastCall?.[0]).toBe('The answer is a draft again. Submit it when it is ready.')
  await open()
  await save(['r0', 'r1', 'r2'])
  expect(told.mock.lastCall?.[0]).toBe(
    '2 answers are drafts again. Submit them when they are ready.',
  )
})

it('text that an answer replaced unseen is told with its author, and can be taken back', async () => {
  const told = await toasts()
  await save(['r2'], 'Mine', 'What the person saw')
  expect(JSON.stringify(told.mock.calls)).toContain('Draft')
  expect(JSON.stringify(told.mock.calls)).toContain('Vera')
  told.mock.lastCall?.[1]?.action?.run()
  await vi.waitFor(async () =>
    expect((await edits()).at(-1)).toMatchObject({
      command: 'commitments.update',
      args: { requirementId: 'r2', values: { note: 'Draft' } },
    }),
  )
})
