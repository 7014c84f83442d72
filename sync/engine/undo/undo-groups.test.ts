import { beforeEach, expect, it } from 'vitest'
import * as v from 'valibot'
import type { ProjectSummary } from '#schema/api/sync.ts'
import {
  buildOwner,
  buildProject,
  buildSection,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import { createMemoryStorage, type MemoryStorage } from '../memory-storage.ts'
import type { Commands } from '../outbox/commands.ts'
import type { Writer } from '../outbox/edit.ts'
import type { UndoStep } from '../ports.ts'
import { recordStep } from './record-step.ts'
import { stepThrough } from './undo.ts'

const { userId, name, relation, permissions, vendorId, packageIds } = buildOwner()
const summary = {
  ...buildProject(),
  me: { relation, permissions: [...permissions], vendorId, packageIds },
} as ProjectSummary
/** One command, which names a section. */
const commands: Commands = {
  name: {
    input: v.object({ projectId: v.string(), name: v.string() }),
    async run(tx, args) {
      const row = await tx.get('section', 's1')
      const { name: next } = args as { name: string }
      if (row !== undefined && tx.settle({ entity: 'section', id: 's1' }, 'name', row.name, next))
        tx.put('section', { ...row, name: next })
    },
    inverse: () => null,
    coalesce: () => null,
    spread: [],
  },
}
const writer: Writer = { commands, person: { userId, name }, id: 'w', now: 1 }
const KEY = 'section/s1#name'
const naming = (text: string) => ({ command: 'name', args: { projectId, name: text } })
const stepOf = (from: string, to: string, group = ''): Omit<UndoStep, 'n'> => ({
  ...{ scope: 's', group, label: `${from} to ${to}` },
  ...{ undo: [naming(from)], redo: [naming(to)], before: { [KEY]: from }, after: { [KEY]: to } },
})

let storage: MemoryStorage
const record = (step: Omit<UndoStep, 'n'>) =>
  storage.transaction('apply', (tx) => recordStep(tx, step))
const step = (direction: 'undo' | 'redo', scope = 's') =>
  storage.transaction('edit', (tx) => stepThrough(tx, writer, { scope, direction }))
const scope = () => storage.state().scopes.get('s')
const numbers = () => [...storage.state().steps.values()].map(({ n }) => n)
/** The edits that wait, each with the value that it replaces. */
const edits = () =>
  [...storage.state().outbox.values()].map(({ args, base }) => [
    base[KEY],
    (args as { name: string }).name,
  ])

beforeEach(async () => {
  storage = createMemoryStorage('client')
  await storage.transaction('apply', async (tx) => {
    tx.putHome({ etag: '', projects: [summary] })
    await tx.layRows(projectId, [
      { bucket: 'b', entity: 'section', id: 's1', row: buildSection({ name: 'd' }) },
    ])
  })
})

it('undoes a group from its newest step on and redoes it from its first, the groups around it apart', async () => {
  await record(stepOf('a', 'b'))
  await record(stepOf('b', 'c', 'g'))
  await record(stepOf('c', 'd', 'g'))
  expect(await step('redo')).toBeNull()
  const undone = await step('undo')
  expect(undone).toMatchObject({
    label: 'c to d',
    change: { projectId, undoScope: 's', outbox: true, rows: [{ id: 's1' }, { id: 's1' }] },
  })
  expect(edits()).toEqual([
    ['d', 'c'],
    ['c', 'b'],
  ])
  expect(scope()).toEqual({ scope: 's', top: 1, last: 3, label: 'a to b' })
  expect(await step('undo')).toMatchObject({ label: 'a to b' })
  expect(scope()).toEqual({ scope: 's', top: 0, last: 3, label: '' })
  expect(await step('undo')).toBeNull()
  expect(await step('redo')).toMatchObject({ label: 'a to b' })
  expect(scope()).toMatchObject({ top: 1, label: 'a to b' })
  expect(await step('redo')).toMatchObject({ label: 'b to c' })
  expect(scope()).toEqual({ scope: 's', top: 3, last: 3, label: 'c to d' })
  expect(edits().slice(2)).toEqual([
    ['b', 'a'],
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'd'],
  ])
})

it('steps without a group are undone one by one, and those of two groups too', async () => {
  for (const [from, to, group] of [
    ['a', 'b', ''],
    ['b', 'c', ''],
    ['c', 'd', 'g'],
  ] as const)
    await record(stepOf(from, to, group))
  await step('undo')
  expect(edits()).toEqual([['d', 'c']])
  await step('undo')
  expect(edits()).toEqual([
    ['d', 'c'],
    ['c', 'b'],
  ])
})

it('an edit after an undo drops the steps that could be redone', async () => {
  for (const [from, to] of ['ab', 'bc', 'cd']) await record(stepOf(from ?? '', to ?? ''))
  await step('undo')
  await step('undo')
  const change = await record(stepOf('b', 'x'))
  expect(change).toMatchObject({ undoScope: 's', projectId: null })
  expect(storage.state().meta.changeSeq).toBe(change.seq)
  expect(numbers()).toEqual([1, 2])
  expect(scope()).toEqual({ scope: 's', top: 2, last: 2, label: 'b to x' })
  expect(await step('redo')).toBeNull()
  expect(await step('undo', 'other')).toBeNull()
})

it('keeps the newest two hundred steps', async () => {
  for (let nth = 1; nth <= 200; nth += 1) await record(stepOf(`${nth}`, `${nth + 1}`))
  expect(numbers()).toHaveLength(200)
  await record(stepOf('201', '202'))
  await record(stepOf('202', '203'))
  expect([numbers().length, Math.min(...numbers()), Math.max(...numbers())]).toEqual([200, 3, 202])
})
