import type { Entity, Row } from '#schema/entities/rows.ts'
import { ENTITY_TABLES, parseRow } from '../database/entity-tables.ts'
import { type ArchiveLine, readArchiveLines, type Restoration } from '../database/restorations.ts'
import { asSeen, type OpenedProject } from '../projects-service/open-project.ts'

const AT_ONCE = 400
type Pages = AsyncIterable<readonly unknown[]>

async function* linesOf({ tx, projectId }: OpenedProject, part: string) {
  let after = 0
  for (;;) {
    const lines = await readArchiveLines(tx, { projectId, part }, { after, limit: AT_ONCE })
    yield lines
    const last = lines.at(-1)
    if (last === undefined || lines.length < AT_ONCE) return
    after = last.serial
  }
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
const asArchived = (row: Row, { body }: ArchiveLine, { archivedId }: Restoration): unknown => {
  const { set, drop } = JSON.parse(body) as Difference
  const moved = 'projectId' in row ? { ...row, projectId: archivedId } : row
  const kept = Object.entries(moved).filter(([field]) => !drop.includes(field))
  return { ...Object.fromEntries(kept), ...set }
}

/** Rows of a restored project as its archive had them, in the order of their ids there. */
export async function* archivedRowPages(
  opened: OpenedProject,
  entity: Entity,
  restoration: Restoration,
): Pages {
  const table = ENTITY_TABLES[entity] as 'documents'
  for await (const lines of linesOf(opened, entity)) {
    const ids = lines.map(({ row_id }) => row_id)
    const found =
      ids.length === 0
        ? []
        : await opened.tx
            .selectFrom(table)
            .select(['id', 'body'])
            .where('project_id', '=', opened.projectId)
            .where('id', 'in', ids)
            .execute()
    const bodies = new Map(found.map(({ id, body }) => [id, body]))
    yield lines.flatMap((line) => {
      const body = bodies.get(line.row_id)
      const row = body === undefined ? null : asSeen(opened, entity, parseRow(entity, body))
      return row === null ? [] : [asArchived(row, line, restoration)]
    })
  }
}
