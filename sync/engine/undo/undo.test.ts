import { beforeEach, expect, it } from 'vitest'
import type { ProjectSummary, SyncRow } from '#schema/api/sync.ts'
import { MUTATIONS } from '#schema/mutations/index.ts'
import {
  buildCommitment,
  buildProject,
  buildRequirement,
  buildVendorContact,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import { bindCommands } from '../outbox/commands.ts'
import { edit, type EditRequest, type Writer } from '../outbox/edit.ts'
import { createMemoryStorage, type MemoryStorage } from '../memory-storage.ts'
import { recordStep } from './record-step.ts'
import { stepThrough } from './undo.ts'

const { relation, permissions, vendorId, packageIds, userId, name } = buildVendorContact()
const project = buildProject({ state: 'PUBLISHED', deadlineAt: null })
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
const undo = { scope: 's', group: '' }
const answer = (
  values: Record<string, string | null>,
  more: Partial<EditRequest> = {},
): EditRequest => ({
  projectId,
  command: 'commitments.update',
  args: { projectId, requirementId: 'r1', vendorId: 7, values },
  label: 'Answer',
  undo,
  ...more,
})

let storage: MemoryStorage
const lay = (values: Record<string, string>): Promise<void> =>
  storage.transaction('apply', async (tx) => {
    const rows: SyncRow[] = [
      { bucket: 'p1:v7', entity: 'commitment', id: 'r1.7', row: buildCommitment({ values }) },
    ]
    await tx.layRows(projectId, rows)
  })
/** The server accepts everything; the row has the given values. */
const taken = async (values: Record<string, string>): Promise<void> => {
  await lay(values)
  await storage.transaction('apply', async (tx) => {
    for (const { mid } of await tx.outbox()) tx.deleteOutbox(mid)
    for (const { entity, id } of await tx.overlayRows(projectId))
      tx.deleteOverlay(projectId, entity, id)
  })
}
const write = async (request: EditRequest): Promise<void> => {
  const { step: made } = await storage.transaction('edit', (tx) => edit(tx, writer, request))
  if (made !== null) await storage.transaction('apply', (tx) => recordStep(tx, made))
}
const step = (direction: 'undo' | 'redo') =>
  storage.transaction('edit', (tx) => stepThrough(tx, writer, { scope: 's', direction }))
const outbox = () =>
  [...storage.state().outbox.values()].map(({ args, base, touched }) => ({
    values: (args as { values: unknown }).values,
    base,
    touched,
  }))
const NOTE = 'commitment/r1.7#values.note'

beforeEach(async () => {
  storage = createMemoryStorage('client')
  await storage.transaction('apply', async (tx) => {
    tx.putHome({ etag: '', projects: [summary] })
    await tx.layRows(projectId, [
      { bucket: '*:pub', entity: 'project', id: projectId, row: project },
      { bucket: 'p1:pub', entity: 'requirement', id: 'r1', row: buildRequirement() },
    ])
  })
  await lay({ note: 'before' })
})

it('undoes and redoes an edit whose fields no one else has changed', async () => {
  await write(answer({ note: 'mine' }))
  await taken({ note: 'mine' })
  await step('undo')
  expect(outbox()).toEqual([
    { values: { note: 'before' }, base: { [NOTE]: 'mine' }, touched: ['commitment/r1.7'] },
  ])
  await taken({ note: 'before' })
  await step('redo')
  expect(outbox()).toEqual([
    { values: { note: 'mine' }, base: { [NOTE]: 'before' }, touched: ['commitment/r1.7'] },
  ])
})

it("[I7] an undo after a colleague's change conflicts, because its base is the person's own value", async () => {
  await write(answer({ note: 'mine' }))
  await taken({ note: 'theirs' })
  await step('undo')
  expect(outbox()).toEqual([{ values: { note: 'before' }, base: { [NOTE]: 'mine' }, touched: [] }])
  expect(storage.state().overlay.size).toBe(0)
})

it('[I7] a redo is sent over the values seen when the edit was written, and is never dropped', async () => {
  await lay({ note: 'theirs' })
  await write(answer({ note: 'mine' }, { undo: null, seen: { [NOTE]: 'before' } }))
  expect(outbox()).toEqual([{ values: { note: 'mine' }, base: { [NOTE]: 'before' }, touched: [] }])
})
