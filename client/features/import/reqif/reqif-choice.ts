import type { CheckedReqif } from '#schema/rules/reqif/check-reqif.ts'
import {
  type ReqifColumn,
  reqifColumns,
  type ReqifRole,
} from '#schema/rules/reqif/reqif-columns.ts'
import { type ReqifDocument, reqifDocuments } from '#schema/rules/reqif/reqif-documents.ts'
import { reqifTable } from '#schema/rules/reqif/reqif-table.ts'
import { loadRows } from '../../../lib/project-store.ts'
import type { SheetChoice } from '../import-steps.tsx'
import type { OpenFile, ParsedSheet, ReqifFile } from '../parsed-file.ts'
import { outlineOf } from '../reader/sheet-outline.ts'
import { directReader } from '../reader/sheet-reader.ts'
import type { ImportTarget } from '../run-import.ts'

/** A specification of a file, and what its attributes become. */
export interface ReqifChoice {
  file: OpenFile
  reqif: ReqifFile
  documents: readonly ReqifDocument[]
  at: number
  columns: readonly ReqifColumn[]
  /** By column. */
  roles: readonly ReqifRole[]
  /** The person imports the rest although something in the file is wrong. */
  isRestWanted: boolean
}

const columnsOf = (
  checked: CheckedReqif,
  document: ReqifDocument | undefined,
): readonly ReqifColumn[] =>
  reqifColumns(checked, document?.objects.map(({ object }) => object) ?? [])

/** The same file with another specification, and its attributes guessed. */
export const withDocument = (choice: ReqifChoice, at: number): ReqifChoice => {
  const columns = columnsOf(choice.reqif.checked, choice.documents[at])
  return { ...choice, at, columns, roles: columns.map(({ role }) => role) }
}

/** The largest specification of a file; null = it is no ReqIF. */
export const reqifChoice = (file: OpenFile): ReqifChoice | null => {
  const { reqif } = file
  if (reqif === undefined) return null
  const documents = reqifDocuments(reqif.checked)
  const most = Math.max(0, ...documents.map(({ objects }) => objects.length))
  const at = Math.max(
    0,
    documents.findIndex(({ objects }) => objects.length === most),
  )
  const none = { columns: [], roles: [], isRestWanted: false }
  return withDocument({ file, reqif, documents, at, ...none }, at)
}

/** The specification as a table, and the choice with which the preview plans it like a sheet. */
export const sheetOfReqif = async (
  choice: ReqifChoice,
  { projectId, documentId }: ImportTarget,
): Promise<{ choice: SheetChoice; sheet: ParsedSheet }> => {
  const existing = await loadRows(projectId, 'requirement', { documentId })
  const { file, reqif, documents, at, columns, roles } = choice
  const document = documents[at] ?? { id: '', name: '', objects: [], headings: 0, repeated: 0 }
  const table = reqifTable({ checked: reqif.checked, document, columns, roles, existing })
  const sheet = { name: document.name, rows: table.rows, merges: [] }
  const outlined = { ...file, sheets: [outlineOf(sheet)], reader: directReader([sheet]) }
  return {
    sheet,
    choice: {
      ...{ file: outlined, sheetIndex: 0, headerRow: 1, mapping: table.mapping },
      names: (table.rows[0] ?? []).map(String),
      reqif: { from: choice, files: table.files },
    },
  }
}
