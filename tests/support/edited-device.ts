import type { MutationResult, ProjectSummary } from '#schema/api/sync.ts'
import { createMemoryStorage } from '#sync/engine/memory-storage.ts'
import type { OutboxEntry } from '#sync/engine/ports.ts'
import { newCursor } from '#sync/engine/pull/cursor.ts'
import { type NewStart, startOver } from '#sync/engine/pull/start-over.ts'
import { buildProject, buildSection } from './project-rows.ts'

export const entry = (mid: number, changes: Partial<OutboxEntry> = {}): OutboxEntry => ({
  mid,
  writer: 'w',
  projectId: 'p',
  command: 'x',
  args: { mid },
  base: { [`b${mid}`]: mid },
  clientAt: mid * 10,
  label: `l${mid}`,
  touched: [`section/s${mid}`],
  poison: null,
  ...changes,
})
export const result = (mid: number, changes: Partial<MutationResult> = {}): MutationResult => ({
  mid,
  status: 'refused',
  reason: 'DEADLINE_PASSED',
  detail: { a: 1 },
  conflicts: [],
  at: 5,
  ...changes,
})
export const row = buildSection()
/** A device whose edits 3 to 6 wrote one section each, and edit 6 section s3 as well. */
export const openEdited = async () => {
  const storage = createMemoryStorage('old')
  await storage.transaction('edit', async (tx) => {
    tx.putMeta({
      ...(await tx.meta()),
      ...{ serverId: 's', nextMid: 7, sentMid: 6, ackMid: 2, changeSeq: 9 },
    })
    tx.putHome({
      etag: '',
      projects: [buildProject({ id: 'p', state: 'CLOSED', deadlineAt: 8 }) as ProjectSummary],
    })
    tx.putCursor({ ...newCursor('p'), rev: 4, isComplete: true, buckets: { b: [3, 1] } })
    await tx.layRows('p', [{ bucket: 'b', entity: 'section', id: 's3', row }])
    for (const mid of [3, 4, 5, 6]) {
      tx.putOutbox(entry(mid, mid === 6 ? { touched: ['section/s6', 'section/s3'] } : {}))
      tx.putOverlay({ projectId: 'p', entity: 'section', id: `s${mid}`, row, lastMid: mid })
    }
    tx.putOverlay({ projectId: 'p', entity: 'section', id: 's3', row, lastMid: 6 })
  })
  const start = (where: NewStart) =>
    storage.transaction('edit', (tx) =>
      startOver(
        tx,
        { commands: {}, person: { userId: 1, name: '' }, now: 0, newId: () => 'new' },
        where,
      ),
    )
  const lastMids = (): Record<string, number> =>
    Object.fromEntries(
      [...storage.state().overlay.values()].map(({ id, lastMid }) => [id, lastMid]),
    )
  return { storage, start, lastMids }
}
