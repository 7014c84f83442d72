import { expect, it } from 'vitest'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { MUTATIONS } from '#schema/mutations/index.ts'
import { inOrder } from '#schema/mutations/siblings.ts'
import {
  buildDocument,
  buildOwner,
  buildProject,
  buildRequirement,
  buildSection,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import { toPush } from '../outbox/batch.ts'
import { bindCommands } from '../outbox/commands.ts'
import { overlayView, parseRowKey } from '../overlay/device-tx.ts'
import { edit, type Writer } from '../outbox/edit.ts'
import { createMemoryStorage } from '../memory-storage.ts'
import { recordStep } from './record-step.ts'
import { stepThrough } from './undo.ts'

const { userId, name, relation, permissions, vendorId, packageIds } = buildOwner()
const project = buildProject()
const summary = {
  ...project,
  me: { relation, permissions: [...permissions], vendorId, packageIds },
  requirementCount: 1,
  favorite: false,
} as ProjectSummary
const writer: Writer = {
  commands: bindCommands(MUTATIONS),
  person: { userId, name },
  id: 'w',
  now: 1,
}
const sections = [
  buildSection(),
  buildSection({ id: 'empty', name: 'Empty', rank: 'V00010' }),
  buildSection({ id: 's9', name: 'Last', rank: 'V00020' }),
]

const openDevice = async () => {
  const storage = createMemoryStorage('client')
  await storage.transaction('apply', async (tx) => {
    tx.putHome({ etag: '', projects: [summary] })
    await tx.layRows(projectId, [
      { bucket: '*:pub', entity: 'project', id: projectId, row: project },
      { bucket: 'p1:pub', entity: 'document', id: 'd1', row: buildDocument() },
      { bucket: 'p1:pub', entity: 'requirement', id: 'r1', row: buildRequirement() },
      ...sections.map((row) => ({ bucket: 'p1:pub', entity: 'section' as const, id: row.id, row })),
    ])
  })
  const names = () =>
    storage.transaction('read', async (tx) =>
      inOrder(await overlayView(tx, projectId).rows('section', 'documentId', 'd1')).map(
        (section) => section.name,
      ),
    )
  const remove = async (id: string): Promise<boolean> => {
    const request = {
      projectId,
      command: 'sections.delete',
      args: { projectId, id },
      label: 'Delete section',
      undo: { scope: 'd1', group: '' },
    }
    const { step } = await storage.transaction('edit', (tx) => edit(tx, writer, request))
    if (step !== null) await storage.transaction('apply', (tx) => recordStep(tx, step))
    return step !== null
  }
  const step = (direction: 'undo' | 'redo') =>
    storage.transaction('edit', (tx) => stepThrough(tx, writer, { scope: 'd1', direction }))
  /** The server accepts the unsent edits and deletes the rows. */
  const take = (keys: readonly string[]) =>
    storage.transaction('apply', async (tx) => {
      for (const { mid } of await tx.outbox()) tx.deleteOutbox(mid)
      for (const key of keys) {
        const { entity, id } = parseRowKey(key)
        tx.deleteOverlay(projectId, entity, id)
        await tx.layRows(projectId, [{ bucket: 'p1:pub', entity, id, row: null }])
      }
    })
  const requirements = () =>
    storage.transaction('read', async (tx) =>
      (await overlayView(tx, projectId).rows('requirement', 'documentId', 'd1')).map(
        (row) => row.fullId,
      ),
    )
  const sent = () => storage.transaction('read', async (tx) => (await tx.outbox()).map(toPush))
  return { names, remove, step, take, requirements, sent }
}

it('undo restores a deleted empty section at its place, and redo deletes it', async () => {
  const { names, remove, step } = await openDevice()
  expect(await remove('empty')).toBe(true)
  expect(await names()).toEqual(['General', 'Last'])
  await step('undo')
  expect(await names()).toEqual(['General', 'Empty', 'Last'])
  await step('redo')
  expect(await names()).toEqual(['General', 'Last'])
})

it('undo restores a section with its requirements at its place, before and after the server accepts the deletion, and redo deletes it', async () => {
  for (const isTaken of [false, true]) {
    const { names, remove, step, take, requirements } = await openDevice()
    expect(await remove('s1')).toBe(true)
    expect([await names(), await requirements()]).toEqual([['Empty', 'Last'], []])
    if (isTaken) await take(['section/s1', 'requirement/r1'])
    await step('undo')
    expect([await names(), await requirements()]).toEqual([
      ['General', 'Empty', 'Last'],
      ['FUN-0001'],
    ])
    await step('redo')
    expect([await names(), await requirements()]).toEqual([['Empty', 'Last'], []])
  }
})

it('a deletion and its undo are sent without the deleted rows', async () => {
  const { remove, step, sent } = await openDevice()
  await remove('s1')
  await step('undo')
  expect((await sent()).map(({ command, args, base }) => [command, args, base])).toEqual([
    ['sections.delete', { projectId, id: 's1' }, {}],
    ['content.restore', { projectId, root: { entity: 'section', id: 's1' } }, {}],
  ])
})
