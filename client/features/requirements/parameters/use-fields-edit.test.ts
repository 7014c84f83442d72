// @vitest-environment jsdom
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OpenDevice } from '#client/lib/device.ts'
import type { Parameter } from '#schema/entities/parameter.ts'
import { inLocale } from '../../../../tests/support/in-locale.tsx'
import { editsOf, openPageProject } from '../../../../tests/support/page-project.ts'
import {
  buildDefinition,
  buildDocument,
  buildParameter,
  buildRequirement,
  buildRows,
  PROJECT_ID,
} from '../../../../tests/support/project-rows.ts'

const field = (id: string, changes: Partial<Parameter> = {}): Parameter =>
  buildParameter({ id, key: id, name: id, ...changes })
const requirements = [
  buildRequirement({ id: 'r1', definition: buildDefinition({ answer: [field('a'), field('b')] }) }),
  buildRequirement({ id: 'r2', definition: buildDefinition({ answer: [field('b')] }) }),
  buildRequirement({ id: 'r3', definition: buildDefinition({ answer: [field('c')] }) }),
]
let device: OpenDevice
const onClose = vi.fn<() => void>()
const onDirty = vi.fn<(isDirty: boolean) => void>()
beforeEach(async () => {
  device = await openPageProject({ rows: { ...buildRows(), requirement: requirements } })
  onClose.mockClear()
  onDirty.mockClear()
})
// Work that React has scheduled would outlive the page's window.
afterEach(async () => {
  cleanup()
  await new Promise((done) => setImmediate(done))
})

const open = async (ids: readonly string[] = ['r1', 'r2']) => {
  const { useFieldsEdit } = await import('./use-fields-edit.ts')
  const input = {
    ids,
    projectId: PROJECT_ID,
    document: buildDocument(),
    requirements,
    onClose,
    onDirty,
  }
  return renderHook(() => useFieldsEdit(input), { wrapper: inLocale }).result
}
const patches = async () =>
  (await editsOf(device)).flatMap(({ args }) => {
    const { items, ...one } = args as { items?: object[] }
    return items ?? [one]
  })

it('shows the fields of all chosen requirements once, and no others', async () => {
  const form = await open()
  expect(form.current.tree.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(form.current.count).toBe(2)
  expect(form.current.isDirty).toBe(false)
  act(() => form.current.showHalf('content'))
  expect(form.current.tree.map(({ id }) => id)).toEqual(['text'])
})

it('a new field gets a free key, is opened and counts as a change', async () => {
  const form = await open()
  act(() => form.current.add('text'))
  // The content has a field with the key 'text'.
  expect(form.current.addedId).toBe('text-2')
  act(() => form.current.add('text'))
  expect(form.current.tree.map(({ id }) => id)).toEqual(['a', 'b', 'text-2', 'text-3'])
  expect(form.current.openId).toBe('text-3')
  expect(form.current.isDirty).toBe(true)
  expect(onDirty).toHaveBeenLastCalledWith(true)
})

it('saves a change only in the requirements that have the field, and closes', async () => {
  const form = await open()
  act(() => form.current.setTree([field('a', { name: 'Renamed' }), field('b')]))
  await act(() => form.current.save())
  expect(onClose).toHaveBeenCalledOnce()
  expect(await patches()).toEqual([
    expect.objectContaining({
      id: 'r1',
      patch: { definitionPart: { answer: { parameters: { a: field('a', { name: 'Renamed' }) } } } },
    }),
  ])
  expect(form.current.isBusy).toBe(false)
})

it('a field that a condition names is not removed, and the reason names the place', async () => {
  const form = await open()
  const shown = field('b', {
    name: 'Reason',
    visibleWhen: { join: 'all', conditions: [{ parameterKey: 'a', op: 'filled', value: null }] },
  })
  act(() => form.current.setTree([field('a'), shown]))
  act(() => form.current.remove(form.current.tree[0] as Parameter))
  expect(form.current.tree).toHaveLength(2)
  expect(form.current.refusal).toContain('Reason')
  act(() => form.current.remove(form.current.tree[1] as Parameter))
  expect(form.current.tree.map(({ id }) => id)).toEqual(['a'])
  expect(form.current.refusal).toBe(null)
  expect(form.current.openId).toBe(null)
})

it('saves nothing while a field has a problem', async () => {
  const form = await open()
  act(() => form.current.setTree([field('a', { type: 'SELECTBOX', options: [] }), field('b')]))
  await act(() => form.current.save())
  expect(form.current.problems.size).toBe(1)
  expect(form.current.refusal).toBe('Correct the marked fields.')
  expect(onClose).not.toHaveBeenCalled()
  expect(await editsOf(device)).toEqual([])
})

it('a discarded change leaves the form as it opened', async () => {
  const form = await open()
  act(() => form.current.setTree([]))
  act(() => form.current.discard())
  expect(form.current.tree.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(form.current.isDirty).toBe(false)
  expect(onDirty).toHaveBeenLastCalledWith(false)
})

it('a refused save says why and keeps the form', async () => {
  const form = await open()
  const { closeDevice } = await import('#client/lib/device.ts')
  act(() => form.current.setTree([field('b')]))
  closeDevice()
  await act(() => form.current.save())
  await waitFor(() => expect(form.current.refusal).not.toBe(null))
  expect(onClose).not.toHaveBeenCalled()
  expect(form.current.isBusy).toBe(false)
})
