// @vitest-environment jsdom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ParameterValue } from '#schema/entities/parameter.ts'
import type { ProjectActor } from '#schema/mutations/mutation.ts'
import type { OpenDevice } from '#client/lib/device.ts'
import { editsOf, openPageProject } from '../../../../tests/support/page-project.ts'
import {
  buildCommitment,
  buildOwner,
  buildRequirement,
  buildRows,
  buildVendorContact,
  PROJECT_ID,
} from '../../../../tests/support/project-rows.ts'

let device: OpenDevice
/** Opens a new page: texts are offered once per page. */
const open = async (actor: ProjectActor, state: 'DRAFT' | 'PUBLISHED'): Promise<void> => {
  vi.resetModules()
  device = await openPageProject({
    rows: {
      ...buildRows(),
      requirement: [buildRequirement({ id: 'r1' }), buildRequirement({ id: 'r2', rank: 'V2' })],
      commitment: [buildCommitment({ requirementId: 'r1', values: { note: 'Stands' } })],
    },
    actor,
    project: { state, ...(state === 'DRAFT' ? {} : { publishedOn: 1 }) },
  })
}
let onCleanup = (): unknown => undefined
beforeEach(() => localStorage.clear())
afterEach(async () => {
  onCleanup()
  cleanup()
  vi.restoreAllMocks()
  await new Promise((done) => setImmediate(done))
})

type Kept = [kind: 'answer' | 'requirement', id: string, field: string]
const keep = async (
  [kind, id, field]: Kept,
  value: ParameterValue,
  over: ParameterValue,
): Promise<void> => {
  const { keepDraft } = await import('./draft-net.ts')
  keepDraft({ projectId: PROJECT_ID, kind, id, field }, { value, over })
}
const left = async () => {
  const { keptDrafts } = await import('./draft-net.ts')
  return keptDrafts(PROJECT_ID).flatMap(({ id, fields }) =>
    Object.entries(fields).map(([field, { value }]) => [id, field, value]),
  )
}
/** Opens a page of the project; questions get the given answers, one after the other. */
const visit = async ({
  vendorId = 7,
  isReady = true,
  answers = [],
}: {
  vendorId?: number | null
  isReady?: boolean
  answers?: ('yes' | 'no' | 'later')[]
} = {}) => {
  const { onQuestion, openQuestion } = await import('#client/ui/dialogs/question.ts')
  const { toast } = await import('#client/ui/feedback/toast.tsx')
  const told = vi.spyOn(toast, 'success')
  const given = [...answers]
  const asked: string[] = []
  const stop = onQuestion(() => {
    const question = openQuestion()
    if (question === null) return
    asked.push(question.title)
    // The asker gets the answer only once the question stands.
    queueMicrotask(() => question.answer(given.shift() ?? 'later'))
  })
  const { useKeptDrafts } = await import('./use-kept-drafts.ts')
  renderHook(() => useKeptDrafts({ projectId: PROJECT_ID, vendorId, isReady }))
  onCleanup = stop
  return { told, asked }
}
const SAVED = 'The text you were typing when the page closed was saved.'

describe('a vendor’s text of a page that was closed', () => {
  beforeEach(() => open(buildVendorContact(), 'PUBLISHED'))

  it('is saved without a question over the answer that it was typed over, and over none', async () => {
    await keep(['answer', 'r1', 'note'], 'Words', 'Stands')
    await keep(['answer', 'r2', 'note'], 'Other words', null)
    const { told, asked } = await visit()
    await vi.waitFor(() => expect(told.mock.calls).toEqual([[SAVED], [SAVED]]))
    expect((await editsOf(device)).map(({ args }) => args)).toMatchObject([
      { vendorId: 7, requirementId: 'r1', values: { note: 'Words' } },
      { vendorId: 7, requirementId: 'r2', values: { note: 'Other words' } },
    ])
    expect([asked, await left()]).toEqual([[], []])
    const { undo } = await import('#client/lib/mutate.ts')
    expect(await undo('d1')).toBe('Unsaved text')
  })

  it.each([
    ['yes', [{ requirementId: 'r1', values: { note: 'Words' } }], []],
    ['no', [], []],
    ['later', [], [['r1', 'note', 'Words']]],
  ] as const)('is offered where the answer has changed since: %s', async (answer, sent, kept) => {
    await keep(['answer', 'r1', 'note'], 'Words', 'Before')
    const { told, asked } = await visit({ answers: [answer] })
    await vi.waitFor(() => expect(asked).toEqual(['Unsaved text from earlier']))
    await vi.waitFor(async () => {
      expect((await editsOf(device)).map(({ args }) => args)).toMatchObject(sent)
      expect(await left()).toEqual(kept)
    })
    expect(told).not.toHaveBeenCalled()
  })

  it('is saved beside a text of the same answer that is left for later', async () => {
    await keep(['answer', 'r1', 'note'], 'Words', 'Before')
    await keep(['answer', 'r1', 'met'], 80, null)
    const { told } = await visit({ answers: ['later'] })
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
    expect((await editsOf(device)).map(({ args }) => args)).toMatchObject([
      { requirementId: 'r1', values: { met: 80 } },
    ])
    expect(await left()).toEqual([['r1', 'note', 'Words']])
  })

  it('stays where the requirement is gone, before the project is read, and for who has no vendor', async () => {
    await keep(['answer', 'gone', 'note'], 'Words', null)
    await keep(['answer', 'r1', 'note'], 'Words', 'Stands')
    await visit({ isReady: false })
    const { told } = await visit({ vendorId: null })
    // The texts of requirements come after those of answers here, so that all have been looked at.
    await keep(['requirement', 'gone', 'name'], 'x', null)
    await new Promise((done) => setTimeout(done, 50))
    expect([told.mock.calls, await editsOf(device)]).toEqual([[], []])
    expect(await left()).toHaveLength(3)
  })

  it('is offered once per visit of the page', async () => {
    await keep(['answer', 'r1', 'note'], 'Words', 'Before')
    const { asked } = await visit()
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    cleanup()
    const again = await visit()
    await keep(['answer', 'r2', 'note'], 'Other', null)
    await new Promise((done) => setTimeout(done, 50))
    expect([again.asked, await editsOf(device)]).toEqual([[], []])
  })
})

describe('a requestor’s text of a page that was closed', () => {
  beforeEach(() => open(buildOwner(), 'DRAFT'))

  it('goes back into the name, the help text and the field that it was typed in', async () => {
    await keep(['requirement', 'r1', 'name'], 'Sends letters', 'Sends mail')
    await keep(['requirement', 'r1', 'content.text'], 'New text', 'The system works.')
    const { told } = await visit({ vendorId: null })
    await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
    expect((await editsOf(device)).map(({ args }) => args)).toMatchObject([
      {
        id: 'r1',
        patch: {
          name: 'Sends letters',
          definitionPart: { content: { parameters: { text: { value: 'New text' } } } },
        },
      },
    ])
    expect(await left()).toEqual([])
  })
})
