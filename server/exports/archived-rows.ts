import type { Entity, Row } from '#schema/entities/rows.ts'
import { ENTITY_TABLES, parseRow } from '../database/entity-tables.ts'
import {
  type ArchiveLine,
  type ArchivePlace,
  listArchiveLines,
  readArchiveLines,
  type Restoration,
} from '../database/restorations.ts'
import { readableChange } from '../projects-service/document-history.ts'
import { asSeen, type OpenedProject } from '../projects-service/open-project.ts'
import { selectChanges } from './history-pages.ts'

type Pages = AsyncIterable<readonly unknown[]>

/** Lines of one part in their order, few at a time where they are long. */
async function* linesOf({ tx, projectId }: OpenedProject, part: string) {
  const place: ArchivePlace = { projectId, part }
  for await (const serials of listArchiveLines(tx, place))
    yield await readArchiveLines(tx, place, serials)
}

/** The lines of a part that never became rows: members, and entries of the archived chains. */
export async function* archivedLinePages(opened: OpenedProject, part: string): Pages {
  for await (const lines of linesOf(opened, part))
    yield lines.map(({ body }) => JSON.parse(body) as unknown)
}

interface Difference {
  set: Record<string, unknown>
  drop: string[]
}
const asArchived = (living: object, { body }: ArchiveLine): object => {
  const { set, drop } = JSON.parse(body) as Difference
  const kept = Object.entries(living).filter(([field]) => !drop.includes(field))
  return { ...Object.fromEntries(kept), ...set }
}

/** Rows of a restored project as its archive had them, in the order of their ids there. */
export async function* archivedRowPages(
  opened: OpenedProject,
  entity: Entity,
  { archivedId }: Restoration,
): Pages {
  const table = ENTITY_TABLES[entity] as 'documents'
  const moved = (row: Row): object => ('projectId' in row ? { ...row, projectId: archivedId } : row)
  for await (const lines of linesOf(opened, entity)) {
    const ids = lines.map(({ row_id }) => row_id)
    const found = await opened.tx
      .selectFrom(table)
      .select(['id', 'body'])
      .where('project_id', '=', opened.projectId)
      .where('id', 'in', ids)
      .execute()
    const bodies = new Map(found.map(({ id, body }) => [id, body]))
    yield lines.flatMap((line) => {
      const body = bodies.get(line.row_id)
      const row = body === undefined ? null : asSeen(opened, entity, parseRow(entity, body))
      return row === null ? [] : [asArchived(moved(row), line)]
    })
  }
}

/** The history of a restored project as its archive had it. */
export async function* archivedChangePages(opened: OpenedProject): Pages {
  for await (const lines of linesOf(opened, 'history.jsonl')) {
    const found = await selectChanges(opened)
      .where(
        'seq',
        'in',
        lines.map(({ row_id }) => Number(row_id)),
      )
      .execute()
    const changes = new Map(found.map((change) => [String(change.seq), change]))
    yield lines.flatMap((line) => {
      const change = changes.get(line.row_id)
      const readable = change === undefined ? null : readableChange(opened, change)
      return readable === null ? [] : [asArchived(readable, line)]
    })
  }
}
