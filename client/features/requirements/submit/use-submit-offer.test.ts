// @vitest-environment jsdom
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Commitment } from '#schema/entities/commitment.ts'
import { inLocale } from '../../../../tests/support/in-locale.tsx'
import { openPageProject } from '../../../../tests/support/page-project.ts'
import {
  buildCommitment,
  buildDefinition,
  buildParameter,
  buildRequirement,
  buildVendorContact,
} from '../../../../tests/support/project-rows.ts'

const definition = buildDefinition({ answer: [buildParameter({ id: 'note', key: 'note' })] })
const requirements = ['r1', 'r2'].map((id) => buildRequirement({ id, definition }))
const draft = buildCommitment({ requirementId: 'r1', values: { note: 'x' } })
const answers = new Map([['r1', draft]])
const open = vi.fn<() => void>()
beforeEach(async () => {
  localStorage.clear()
  await openPageProject({ actor: buildVendorContact() })
})
// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await new Promise((done) => setImmediate(done))
})

const show = async (
  documentId: string,
  first: number | undefined,
  { asked = requirements, saved = answers, publishedOn = 5 as number | null } = {},
) => {
  const { useSubmitOffer } = await import('./use-submit-offer.ts')
  const { toast } = await import('#client/ui/feedback/toast.tsx')
  const { submitOccasions } = await import('./submit-occasions.ts')
  const told = vi.spyOn(toast, 'success')
  const occasions: string[] = []
  submitOccasions.on((one) => {
    if (one.documentId === documentId) occasions.push(one.occasion)
  })
  const hook = renderHook(
    ({ addendum }) =>
      useSubmitOffer({
        ...{ documentId, requirements: asked, answers: saved, releases: [], addendum, open },
        publishedOn,
      }),
    { initialProps: { addendum: first }, wrapper: inLocale },
  )
  return { told, occasions, publish: (addendum: number) => hook.rerender({ addendum }) }
}

it('[BS4] a new publication offers to submit the answers that it left saved, once', async () => {
  const { told, occasions, publish } = await show('d1', undefined)
  publish(0)
  expect(occasions).toEqual([])
  publish(1)
  publish(1)
  expect(occasions).toEqual(['republish'])
  await waitFor(() => expect(told).toHaveBeenCalledOnce())
  const [text, options] = told.mock.lastCall ?? []
  expect(text).toBe('1 saved answer is ready to submit.')
  options?.action?.run()
  expect(open).toHaveBeenCalledOnce()
})

it('an answer that cannot be submitted yet is not offered', async () => {
  const more = buildParameter({ id: 'more', key: 'more', validations: [{ kind: 'required' }] })
  const asked = [buildRequirement({ id: 'r1', definition: buildDefinition({ answer: [more] }) })]
  const { told, occasions, publish } = await show('d4', 0, { asked })
  vi.useFakeTimers()
  publish(1)
  expect(occasions).toEqual(['republish'])
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  await import('#schema/rules/answers/bulk-submit.ts')
  await new Promise((done) => setImmediate(done))
  expect(told).not.toHaveBeenCalled()
})

it('a publication that came while the document was closed is offered when it opens', async () => {
  const before = await show('d2', 0)
  expect(before.occasions).toEqual([])
  cleanup()
  const { occasions } = await show('d2', 1)
  expect(occasions).toEqual(['republish'])
  cleanup()
  expect((await show('d2', 1)).occasions).toEqual([])
})

it('a document opened for the first time has no former publication', async () => {
  expect((await show('d3', 3)).occasions).toEqual([])
})

describe('[BS4] answers that a copied project brought along', () => {
  const savedOn = (updatedOn: number, changes: Partial<Commitment> = {}) =>
    new Map([['r1', { ...draft, updatedOn, ...changes }]])

  it('are offered when their document opens for the first time, once', async () => {
    const saved = savedOn(4)
    const { told, occasions } = await show('d5', 0, { saved })
    expect(occasions).toEqual(['cloneWithAnswers'])
    await waitFor(() => expect(told).toHaveBeenCalledOnce())
    cleanup()
    expect((await show('d5', 0, { saved })).occasions).toEqual([])
  })

  it.each([
    ['was saved after the publishing', savedOn(6)],
    ['has not been sent yet', savedOn(0)],
    ['is submitted', savedOn(4, { submitted: true })],
    ['is empty', savedOn(4, { values: {} })],
  ])('are not an answer that %s', async (what, saved) => {
    expect((await show(`d6 ${what}`, 0, { saved })).occasions).toEqual([])
  })
})
