import { expect, it } from 'vitest'
import type { MutationResult, ProjectSummary, PullPage, SyncRow } from '#schema/api/sync.ts'
import type { ProjectState } from '#schema/entities/project.ts'
import { MUTATIONS } from '#schema/mutations/index.ts'
import {
  buildDocument,
  buildOwner,
  buildProject,
  buildRequirement,
  buildSection,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import { type ApplyContext, newAsked } from '../pull/apply-context.ts'
import { applyPage } from '../pull/apply-page.ts'
import { newCursor } from '../pull/cursor.ts'
import { bindCommands } from '../outbox/commands.ts'
import { overlayView } from '../overlay/device-tx.ts'
import { edit } from '../outbox/edit.ts'
import { createMemoryStorage } from '../memory-storage.ts'
import { recordStep } from './record-step.ts'
import { resendParked } from '../outbox/resend.ts'
import { stepThrough } from './undo.ts'

const { userId, name, relation, permissions, vendorId, packageIds } = buildOwner()
const commands = bindCommands(MUTATIONS)
const writer = { commands, person: { userId, name }, id: 'w', now: 1 }
const homeIn = (state: ProjectState) => {
  const summary = {
    ...buildProject({ state }),
    me: { relation, permissions: [...permissions], vendorId, packageIds },
    requirementCount: 1,
    favorite: false,
  } as ProjectSummary
  return { etag: state, projects: [summary] }
}
const SECTION: SyncRow = { bucket: 'p1:int', entity: 'section', id: 's1', row: buildSection() }
const REQUIREMENT: SyncRow = {
  bucket: 'p1:int',
  entity: 'requirement',
  id: 'r1',
  row: buildRequirement({ name: 'Named then' }),
}
const RENAMED: SyncRow = {
  ...REQUIREMENT,
  row: buildRequirement({ name: 'Named since', updatedOn: 9 }),
}
const GONE: SyncRow[] = [
  { ...SECTION, row: null },
  { ...REQUIREMENT, row: null },
]

/**
 * A device that deleted a section without a network and, with `isUndone`, undid that at once, while
 * another person renamed rows of the section.
 */
const openDevice = async (scope = 'd1', isUndone = true) => {
  const storage = createMemoryStorage('client')
  await storage.transaction('apply', async (tx) => {
    tx.putHome(homeIn('PREPARATION'))
    tx.putMeta({ ...(await tx.meta()), serverId: 's' })
    tx.putCursor({ ...newCursor(projectId), isComplete: true })
    await tx.layRows(projectId, [
      {
        bucket: '*:int',
        entity: 'project',
        id: projectId,
        row: buildProject({ state: 'PREPARATION' }),
      },
      { bucket: 'p1:int', entity: 'document', id: 'd1', row: buildDocument() },
      SECTION,
      REQUIREMENT,
    ])
  })
  const request = {
    projectId,
    command: 'sections.delete',
    args: { projectId, id: 's1' },
    label: '',
    undo: { scope, group: '' },
  }
  const { step } = await storage.transaction('edit', (tx) => edit(tx, writer, request))
  if (step !== null) await storage.transaction('apply', (tx) => recordStep(tx, step))
  const undo = () =>
    storage.transaction('edit', (tx) => stepThrough(tx, writer, { scope, direction: 'undo' }))
  if (isUndone) await undo()
  const hear = (rows: SyncRow[], more: Partial<PullPage> = {}) =>
    storage.transaction('apply', async (tx) => {
      const context: ApplyContext = {
        commands,
        person: writer.person,
        now: 2,
        newId: () => 'parked',
      }
      const rev = (await tx.cursor(projectId))?.rev ?? 0
      const page: PullPage = {
        serverId: 's',
        now: 2,
        project: { id: projectId, epoch: 0, rows, cursors: {}, reset: [], drop: [], head: 1 },
        denied: [],
        home: null,
        results: [],
        lastMid: 0,
        more: false,
        ...more,
      }
      const asked = newAsked(await tx.meta(), [{ projectId, rev }])
      return applyPage(tx, context, { page, asked })
    })
  const again = () =>
    storage.transaction('edit', (tx) => resendParked(tx, { ...writer, id: 'again' }))
  const names = () =>
    [...storage.state().overlay.values()]
      .flatMap(({ row }) => (row !== null && 'name' in row ? [row.name] : []))
      .sort()
  const shown = () =>
    storage.transaction(
      'read',
      async (tx) => (await overlayView(tx, projectId).row('requirement', 'r1'))?.name,
    )
  await hear([RENAMED])
  return { undo, shown, state: () => storage.state(), hear, again, names }
}
const applied = (mid: number): MutationResult => ({
  mid,
  status: 'applied',
  reason: null,
  detail: {},
  conflicts: [],
  at: 2,
})

it('[I5] an undo after its accepted deletion shows the last rows before the deletion', async () => {
  const { hear, names } = await openDevice()
  expect(names()).toEqual([buildSection().name, 'Named since'].sort())
  await hear(GONE, { results: [applied(1)], lastMid: 1 })
  expect(names()).toEqual([buildSection().name, 'Named since'].sort())
})

it('[I5] an undo long after its accepted deletion shows the last rows before the deletion', async () => {
  for (const scope of ['d1', projectId]) {
    const { hear, undo, names } = await openDevice(scope, false)
    await hear(GONE, { results: [applied(1)], lastMid: 1 })
    expect(names()).toEqual([])
    await undo()
    expect(names()).toEqual([buildSection().name, 'Named since'].sort())
  }
})

it("[I5] restored rows show the server's copy once it arrives, also where the undo cannot run any more", async () => {
  const { hear, shown } = await openDevice()
  await hear(GONE, { results: [applied(1)], lastMid: 1 })
  const closed: SyncRow = {
    bucket: '*:int',
    entity: 'project',
    id: projectId,
    row: buildProject({ state: 'PUBLISHED', updatedOn: 12 }),
  }
  await hear(
    [
      closed,
      SECTION,
      { ...REQUIREMENT, row: buildRequirement({ name: 'Named by others', updatedOn: 12 }) },
    ],
    { home: homeIn('PUBLISHED'), more: true, lastMid: 1 },
  )
  expect(await shown()).toBe('Named by others')
})

it('[I5] a refused undo that is sent again after its accepted deletion shows the last rows before the deletion', async () => {
  for (const isInTwo of [false, true]) {
    const { hear, again, names, state } = await openDevice()
    const closed = {
      home: homeIn('PUBLISHED'),
      results: [applied(1), { ...applied(2), status: 'refused' as const, reason: 'STATE_FORBIDS' }],
      lastMid: 2,
    }
    if (isInTwo) await hear(GONE, { more: true })
    await hear(isInTwo ? [] : GONE, closed)
    expect([
      state().outbox.size,
      state().overlay.size,
      [...state().parked.values()].map(({ command }) => command),
    ]).toEqual([0, 0, ['content.restore']])
    await hear([], { home: homeIn('PREPARATION'), lastMid: 2 })
    await again()
    expect([...state().outbox.values()].map(({ command }) => command)).toEqual(['content.restore'])
    expect(names()).toEqual([buildSection().name, 'Named since'].sort())
  }
})
