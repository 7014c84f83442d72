import { foundTables } from './found-lists.ts'
import { needsTable } from './needs.ts'
import { openAcrTable } from './openacr.ts'
import { oscalTable } from './oscal.ts'
import { questionFilesTable, type TextFile } from './question-files.ts'
import type { TextTable } from './text-table.ts'
import { TextError, type TextValue } from './text-value.ts'
import { vsaqTable } from './vsaq.ts'

const KNOWN: readonly ((value: TextValue) => TextTable | null)[] = [
  oscalTable,
  openAcrTable,
  vsaqTable,
  needsTable,
]

const tablesOf = (value: TextValue): TextTable[] => {
  for (const read of KNOWN) {
    const table = read(value)
    if (table !== null) return [table]
  }
  return foundTables(value)
}

const baseName = (path: string): string => path.replace(/^.*\//, '').replace(/\.[^.]*$/, '')

export interface TextTables {
  tables: TextTable[]
  /** The paths of files without a list. */
  withoutList: string[]
}

/**
 * The tables that texts hold, each with its column names in row 1.
 * @throws TextError if there is none, or one is too large
 */
export const tablesOfTexts = (files: readonly TextFile[]): TextTables => {
  const questions = questionFilesTable(files)
  if (questions !== null) return { tables: [questions], withoutList: [] }
  const isOne = files.length === 1
  const read = files.map(({ path, value }) => ({ path, tables: tablesOf(value) }))
  const tables = read.flatMap(({ path, tables: found }) =>
    isOne ? found : found.map((table) => ({ ...table, name: `${baseName(path)} ${table.name}` })),
  )
  if (tables.length === 0) throw new TextError('textNoList')
  return {
    tables,
    withoutList: read.filter((one) => one.tables.length === 0).map(({ path }) => path),
  }
}
