import type { Row } from '#schema/entities/rows.ts'
import type { PlacedRequirement } from '#schema/rules/export/answer-table.ts'
import type { TableHead, TableNote, TableRow } from '#schema/rules/export/export-table.ts'
import type { ExportWords } from '#schema/tables/export-words.ts'
import { parseRow } from '../database/entity-tables.ts'
import { asSeen, listRows, type OpenedProject } from '../projects-service/open-project.ts'

/** A table whose rows are read in pages while it is written. */
export interface TableSource {
  name: string
  head(): Promise<TableHead>
  pages(): AsyncGenerator<readonly TableRow[]>
  /** In the order of the rows; absent = none. */
  notes?(): AsyncGenerator<readonly TableNote[]>
}

export interface Vendor {
  vendorId: number
  name: string
}
/** The project in the reader's form, with what every table of it needs. */
export interface ExportSource {
  opened: OpenedProject
  words: ExportWords
  /** The chosen vendors whose answers the reader may read. */
  vendors: readonly Vendor[]
  packages: readonly Row<'package'>[]
  documents: readonly Row<'document'>[]
  sections: readonly Row<'section'>[]
  /** Sections by the id of their document, in order. */
  sectionsOf: ReadonlyMap<string, readonly Row<'section'>[]>
}

export const openSource = async (
  opened: OpenedProject,
  rest: Pick<ExportSource, 'words' | 'vendors'>,
): Promise<ExportSource> => {
  const packages = await listRows(opened, 'package')
  const places = new Map(packages.map(({ id }, at) => [id, at]))
  const documents = (await listRows(opened, 'document')).toSorted(
    (a, b) => (places.get(a.packageId) ?? 0) - (places.get(b.packageId) ?? 0),
  )
  const sections = await listRows(opened, 'section')
  const sectionsOf = Map.groupBy(sections, ({ documentId }) => documentId)
  return { opened, ...rest, packages, documents, sections, sectionsOf }
}

/** The requirements with these ids, in their order. */
export const readRequirementPage = async (
  opened: OpenedProject,
  ids: readonly string[],
): Promise<Row<'requirement'>[]> => {
  if (ids.length === 0) return []
  const rows = await opened.tx
    .selectFrom('requirements')
    .select('body')
    .where('project_id', '=', opened.projectId)
    .where('id', 'in', ids)
    .execute()
  const seen = new Map<string, Row<'requirement'>>()
  for (const { body } of rows) {
    const row = asSeen(opened, 'requirement', parseRow('requirement', body))
    if (row !== null) seen.set(row.id, row)
  }
  return ids.flatMap((id) => seen.get(id) ?? [])
}

/** Names the place of a requirement. */
export const placing = ({ packages, documents, sections }: ExportSource) => {
  const names = new Map([...packages, ...documents, ...sections].map(({ id, name }) => [id, name]))
  return (requirement: Row<'requirement'>): PlacedRequirement => ({
    requirement,
    section: names.get(requirement.sectionId) ?? '',
    document: names.get(requirement.documentId) ?? '',
    package: names.get(requirement.packageId) ?? '',
  })
}
