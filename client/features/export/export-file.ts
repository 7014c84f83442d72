import type { Document, Requirement, Section } from '#schema/entities/structure.ts'
import { csvRows } from '#schema/rules/excel/excel-rows-cells.ts'
import { exportRows } from '#schema/rules/excel/excel-rows-export.ts'
import { requirementSheet } from '#schema/rules/excel/export-workbook.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { textLanguage } from '#schema/rules/project/text-language.ts'
import { cleanFileName } from '#schema/rules/files/file-name.ts'

export type ExportFormat = 'xlsx' | 'csv' | 'json' | 'reqif'

/** What is exported: a document with requirements in reading order. */
export interface ExportContent {
  document: Document
  sections: readonly Section[]
  requirements: readonly Requirement[]
  /** The language of these texts; absent or null = not stated. */
  language?: string | null | undefined
}

/** Spreadsheet programs read a CSV as UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

const csvOf = async (content: ExportContent): Promise<Blob> => {
  const { default: Papa } = await import('papaparse')
  const text = Papa.unparse(csvRows(exportRows(content)), { newline: '\r\n' })
  return new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' })
}

const workbookOf = async (content: ExportContent): Promise<Blob> => {
  const { writeWorkbook } = await import('./write-workbook.ts')
  const sheet = requirementSheet(content.document.name, content)
  const isRightToLeft = textLanguage(content.language).dir === 'rtl'
  const bytes = await writeWorkbook([{ ...sheet, isRightToLeft }])
  return new Blob([bytes.slice()], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
}

const jsonOf = ({ document, sections, requirements }: ExportContent): Blob => {
  const names = new Map(sections.map(({ id, name }) => [id, name]))
  const content = {
    document: { id: document.id, name: document.name, prefix: document.prefix },
    requirements: requirements.map(
      ({ id, fullId, sourceId, name, sectionId, status, updatedOn, definition }) => ({
        ...{ id, fullId, sourceId, name, status, updatedOn },
        section: names.get(sectionId) ?? null,
        definition: parseDefinition(definition),
      }),
    ),
  }
  return new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' })
}

/** A file, and how many attachments it lacks because this device does not have them. */
export interface ExportedFile {
  blob: Blob
  extension: ExportFormat | 'reqifz'
  missing: number
}

/** The file of a format, made on this device from what it has. */
export const exportFile = async (
  format: ExportFormat,
  content: ExportContent,
): Promise<ExportedFile> => {
  switch (format) {
    case 'xlsx':
      return { blob: await workbookOf(content), extension: format, missing: 0 }
    case 'csv':
      return { blob: await csvOf(content), extension: format, missing: 0 }
    case 'json':
      return { blob: jsonOf(content), extension: format, missing: 0 }
    case 'reqif':
      return (await import('./export-reqif.ts')).exportReqif(content.document.name, [content])
    default:
      return format satisfies never
  }
}

/** A file name from a document's name, without what file systems refuse. */
export const exportFileName = (
  name: string,
  extension: ExportedFile['extension'],
  day: string,
): string => `${cleanFileName(name) || 'requirements'} ${day}.${extension}`
