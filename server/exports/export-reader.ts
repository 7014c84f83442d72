import type { ExportContent, ExportRequest } from '#schema/entities/export.ts'
import { exportContentsOf } from '#schema/rules/export/export-contents.ts'
import { readAudience } from '../database/access/read-audience.ts'
import { type Person, readPersonIn } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'
import { listRows, type OpenedProject, seesAnswersOf } from '../projects-service/open-project.ts'
import type { ExportRow } from './export-rows.ts'
import type { Vendor } from './export-source.ts'

/** The project as the person of an export may read it now; null = not at all. */
export const openForReader = async (
  tx: Queries,
  row: Pick<ExportRow, 'user_id' | 'organization_id' | 'project_id'>,
): Promise<{ opened: OpenedProject; person: Person } | null> => {
  const person = await readPersonIn(tx, row.user_id, row.organization_id)
  if (person === null) return null
  const audience = await readAudience(tx, person, row.project_id)
  if (audience === null) return null
  return { opened: { ...audience, tx, projectId: row.project_id }, person }
}

/** The vendors whose answers the reader may read; of a vendor itself alone. */
export const readableVendors = async (
  opened: OpenedProject,
  person: Pick<Person, 'organizationName'>,
): Promise<Vendor[]> => {
  const { relation, vendorId } = opened.actor
  if (relation === 'vendor')
    return vendorId === null ? [] : [{ vendorId, name: person.organizationName }]
  const rows = await listRows(opened, 'projectVendor')
  return rows
    .filter((row) => seesAnswersOf(opened, row.vendorId))
    .map((row) => ({ vendorId: row.vendorId, name: row.name }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

export interface Chosen {
  contents: ExportContent[]
  vendors: Vendor[]
}
/**
 * What the reader may export of what was asked; null = a part of it is not theirs to read. A vendor
 * that is not in the project and one whose answers are sealed get the same answer.
 */
export const chosenOf = async (
  opened: OpenedProject,
  person: Pick<Person, 'organizationName'>,
  { content, vendorIds }: ExportRequest,
): Promise<Chosen | null> => {
  const offered = exportContentsOf(opened)
  if (!offered.includes(content)) return null
  const readable = await readableVendors(opened, person)
  const known = new Set(readable.map(({ vendorId }) => vendorId))
  if (vendorIds !== null && !vendorIds.every((id) => known.has(id))) return null
  return {
    contents: content === 'everything' ? offered.filter((one) => one !== 'archive') : [content],
    vendors:
      vendorIds === null
        ? readable
        : readable.filter(({ vendorId }) => vendorIds.includes(vendorId)),
  }
}
