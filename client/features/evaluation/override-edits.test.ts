// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { overrideId } from '#schema/entities/commitment.ts'
import { inLocale } from '../../../tests/support/in-locale.tsx'
import { editsOf, openPageProject } from '../../../tests/support/page-project.ts'
import { signInPage } from '../../../tests/support/page-session.ts'
import {
  buildCollaborator,
  buildCommitment,
  buildOwner,
  buildRows,
  buildStatement,
  PROJECT_ID,
} from '../../../tests/support/project-rows.ts'
import { buildOverride } from '../../../tests/support/evaluation-rows.ts'
import type { OpenDevice } from '../../lib/device.ts'

const cell = { requirementId: 'r1', vendorId: 7, parameterId: 'met' }
const id = overrideId('r1', 7, 'met')
const override = {
  ...buildOverride(
    { requirement: 'r1', vendor: 7, value: 60 },
    { packageId: 'p1', documentId: 'd1' },
  ),
  ...{ id, parameterId: 'met', reason: 'Seen in a demonstration' },
  modifiedBy: { id: 9, name: 'Eva' },
}
let device: OpenDevice
let told: unknown[][]
beforeEach(async () => {
  localStorage.clear()
  device = await openPageProject({
    project: { state: 'EVALUATION', publishedOn: 1 },
    rows: buildRows({
      commitment: [buildCommitment({ values: { met: 50, note: 'x' }, submitted: true })],
      override: [override],
    }),
  })
  await signInPage(device)
  told = []
  const { toast } = await import('../../ui/feedback/toast.tsx')
  const note = (...given: unknown[]) => void told.push(given)
  vi.spyOn(toast, 'success').mockImplementation(note)
  vi.spyOn(toast, 'error').mockImplementation(note)
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  await new Promise((done) => setImmediate(done))
})

describe('an override', () => {
  const save = async (value: number, seen: number | null) => {
    const { loadRow } = await import('../../lib/project-store.ts')
    await loadRow(PROJECT_ID, 'override', id)
    const { saveOverride } = await import('./save-override.ts')
    const args = { projectId: PROJECT_ID, ...cell, value, reason: 'Checked' }
    const options = { undoLabel: 'Override' }
    await saveOverride(buildStatement(), args, { seen, options })
    return await editsOf(device)
  }

  it('is written over the value that the person saw', async () => {
    expect(await save(80, 60)).toMatchObject([
      { command: 'overrides.set', args: { value: 80, reason: 'Checked' } },
    ])
    expect(told).toEqual([])
  })

  it('that replaced another one unseen says whose it was, and brings it back with its reason', async () => {
    await save(80, null)
    expect(told).toHaveLength(1)
    const text = JSON.stringify(told[0])
    expect(text).toContain('60')
    expect(text).toContain('Eva')
    const given = told[0]?.flatMap((one) => (typeof one === 'object' ? [one] : [])) ?? []
    const back = given
      .flatMap((one) => Object.values(one as object))
      .map((one) => (typeof one === 'function' ? one : (one as { run?: unknown } | null)?.run))
      .find((one) => typeof one === 'function') as (() => unknown) | undefined
    expect(back).toBeDefined()
    await act(async () => void (await back?.()))
    await vi.waitFor(async () =>
      expect((await editsOf(device)).at(-1)?.args).toMatchObject({
        ...{ value: 60, reason: 'Seen in a demonstration' },
      }),
    )
    const [last] = (await device.database.outbox.toArray()).toReversed()
    expect(last?.label).toBe('Take back')
  })
})

describe('the form of an override', () => {
  it('is kept until it is sent, for its own mode', async () => {
    const { keptOverride, overrideFormOf } = await import('./kept-override.ts')
    const { keepForm } = await import('../../lib/kept-form.ts')
    const name = overrideFormOf(cell)
    expect(name).toBe(`override/${id}`)
    expect(keptOverride(name)).toBeNull()
    const kept = { mode: 'remove', value: 5, reason: 'A mistake' }
    keepForm(name, kept)
    expect(keptOverride(name)).toEqual(kept)
    expect(keptOverride(name, 'remove')).toEqual(kept)
    expect(keptOverride(name, 'set')).toBeNull()
    keepForm(name, { mode: 'unknown' })
    expect(keptOverride(name)).toBeNull()
  })
})

describe('taking the last step back', () => {
  const takeBack = async () => {
    const { useTakeBack } = await import('./use-take-back.ts')
    const { result } = renderHook(() => useTakeBack(PROJECT_ID), { wrapper: inLocale })
    act(() => result.current())
  }
  it('undoes it and names it, or says why not', async () => {
    const { mutate } = await import('../../lib/mutate.ts')
    await mutate(
      'overrides.set',
      { projectId: PROJECT_ID, ...cell, value: 80, reason: 'Checked' },
      { undoLabel: 'Override of FUN-0001' },
    )
    await takeBack()
    await vi.waitFor(() => expect(told).toEqual([['Undone: Override of FUN-0001']]))
    await takeBack()
    await new Promise((done) => setTimeout(done, 20))
    expect(told).toHaveLength(1)
    const { closeDevice } = await import('../../lib/device.ts')
    closeDevice()
    await takeBack()
    await vi.waitFor(() => expect(told[1]?.[0]).toBeInstanceOf(Error))
  })
})

describe('what a person may not do in the evaluation', () => {
  const evaluation = { state: 'EVALUATION' } as const
  it('is explained by their role or by the state of the project', async () => {
    const { whyNot } = await import('./why-not.ts')
    expect(whyNot(buildOwner(), 'override.write', evaluation)).toBeNull()
    expect(whyNot(buildOwner(), 'override.write', { state: 'PREPARATION' })).toBe(
      'You can override answers only while the project is in Evaluation.',
    )
    const author = buildCollaborator('role-project-req-author')
    expect(whyNot(author, 'override.write', evaluation)).toBe(
      'Your role does not allow overriding answers.',
    )
    expect(whyNot(author, 'weights.set', evaluation)).toMatch(
      /^Once the answers are open, only the owner/,
    )
    expect(whyNot(author, 'project.edit', evaluation)).toMatch(/^Your role does not allow changing/)
  })
})
