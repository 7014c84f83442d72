import { expect, test } from 'vitest'
import type { ProjectSummary, PullPage, SyncRow } from '#schema/api/sync.ts'
import { MUTATIONS } from '#schema/mutations/index.ts'
import {
  buildDocument,
  buildOwner,
  buildPackage,
  buildProject,
  buildRequirement,
  buildSection,
  PROJECT_ID as projectId,
} from '../../../tests/support/project-rows.ts'
import { type Asked, newAsked } from '../pull/apply-context.ts'
import { applyPage } from '../pull/apply-page.ts'
import { newCursor } from '../pull/cursor.ts'
import { bindCommands } from '../outbox/commands.ts'
import { edit } from '../outbox/edit.ts'
import { createMemoryStorage } from '../memory-storage.ts'
import type { StorageTx } from '../ports.ts'
import { recordStep } from './record-step.ts'
import { stepThrough } from './undo.ts'

const { userId, name, relation, permissions, vendorId, packageIds } = buildOwner()
const commands = bindCommands(MUTATIONS)
const writer = { commands, person: { userId, name }, id: 'w', now: 1 }
const PAGE_ROWS = 50
const summary = {
  ...buildProject({ state: 'PREPARATION' }),
  me: { relation, permissions: [...permissions], vendorId, packageIds },
  requirementCount: 1,
  favorite: false,
} as ProjectSummary

const pagesOf = (rows: readonly SyncRow[]): SyncRow[][] =>
  Array.from({ length: Math.ceil(rows.length / PAGE_ROWS) }, (_, at) =>
    rows.slice(at * PAGE_ROWS, (at + 1) * PAGE_ROWS),
  )

/**
 * Counts the calls of a transaction, and the rows inside each step and entry that it reads or
 * writes.
 */
const counting = (tx: StorageTx, count: (n: number) => void): StorageTx =>
  new Proxy(tx, {
    get(target, method: keyof StorageTx) {
      return (...args: unknown[]) => {
        count(1)
        if (method === 'putUndoStep' || method === 'putOutbox')
          count(JSON.stringify(args).split('"entity"').length)
        const answer = (target[method] as (...values: unknown[]) => unknown)(...args)
        if (method === 'undoStep')
          void (answer as Promise<unknown>).then((step) =>
            count(JSON.stringify(step ?? null).split('"entity"').length),
          )
        return answer
      }
    },
  })

/**
 * The cost of the pages in which a device hears of its own deletion of a document with `n`
 * requirements, and of its undo.
 */
const workOf = async (n: number): Promise<{ gone: number; back: number }> => {
  const storage = createMemoryStorage('client')
  const rows: SyncRow[] = [
    { bucket: 'p1:int', entity: 'document', id: 'd1', row: buildDocument() },
    { bucket: 'p1:int', entity: 'section', id: 's1', row: buildSection() },
    ...Array.from({ length: n }, (_, at): SyncRow => ({
      bucket: 'p1:int',
      entity: 'requirement',
      id: `r${at}`,
      row: buildRequirement({ id: `r${at}` }),
    })),
  ]
  await storage.transaction('apply', async (tx) => {
    tx.putHome({ etag: '', projects: [summary] })
    tx.putMeta({ ...(await tx.meta()), serverId: 's' })
    tx.putCursor({ ...newCursor(projectId), isComplete: true })
    await tx.layRows(projectId, [
      {
        bucket: '*:int',
        entity: 'project',
        id: projectId,
        row: buildProject({ state: 'PREPARATION' }),
      },
      { bucket: '*:int', entity: 'package', id: 'p1', row: buildPackage() },
      ...rows,
    ])
  })
  /** The pages of one pull; the verdict on the edit `mid` comes with the last. */
  const hear = async (pages: readonly SyncRow[][], mid: number): Promise<number> => {
    let asked: Asked | undefined
    let operations = 0
    for (const [at, page] of [...pages, null].entries()) {
      await storage.transaction('apply', async (tx) => {
        asked ??= newAsked(await tx.meta(), await tx.cursors())
        const isLast = page === null
        const answer: PullPage = {
          serverId: 's',
          now: 2,
          denied: [],
          home: null,
          results: isLast
            ? [{ mid, status: 'applied', reason: null, detail: {}, conflicts: [], at: 2 }]
            : [],
          lastMid: isLast ? mid : mid - 1,
          more: !isLast,
          project:
            page === null
              ? null
              : { id: projectId, epoch: 0, rows: page, cursors: {}, reset: [], drop: [], head: at },
        }
        const outcome = await applyPage(
          counting(tx, (more) => {
            operations += more
          }),
          { commands, person: writer.person, now: 2, newId: () => 'parked' },
          { page: answer, asked },
        )
        expect(outcome.kind).toBe('applied')
      })
    }
    return operations
  }
  const request = {
    projectId,
    command: 'documents.delete',
    args: { projectId, id: 'd1' },
    label: '',
    undo: { scope: projectId, group: '' },
  }
  const { step } = await storage.transaction('edit', (tx) => edit(tx, writer, request))
  if (step !== null) await storage.transaction('apply', (tx) => recordStep(tx, step))
  const gone = await hear(pagesOf(rows.map((row) => ({ ...row, row: null }))), 1)
  expect(storage.state().overlay.size).toBe(0)
  await storage.transaction('edit', (tx) =>
    stepThrough(tx, writer, { scope: projectId, direction: 'undo' }),
  )
  expect(storage.state().overlay.size).toBe(rows.length)
  const back = await hear(
    pagesOf(
      rows.map((row) => ({
        ...row,
        row: { ...(row.row as NonNullable<typeof row.row>), updatedOn: 9 },
      })),
    ),
    2,
  )
  expect([storage.state().overlay.size, storage.state().outbox.size]).toEqual([0, 0])
  return { gone, back }
}

test('the cost of one page of a large deletion, or of its undo, does not grow with the deletion', async () => {
  const [small, large] = [await workOf(200), await workOf(800)]
  // Four times as many rows may cost about four times as much.
  expect(large.gone / small.gone).toBeLessThan(4.5)
  expect(large.back / small.back).toBeLessThan(4.5)
})
