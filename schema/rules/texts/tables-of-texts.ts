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

/**
 * The tables that texts hold, each with its column names in row 1.
 * @throws TextError if there is none, or one is too large
 */
export const tablesOfTexts = (files: readonly TextFile[]): TextTable[] => {
  const questions = questionFilesTable(files)
  const isOne = files.length === 1
  const tables =
    questions === null
      ? files.flatMap(({ path, value }) =>
          tablesOf(value).map((table) =>
            isOne ? table : { ...table, name: `${baseName(path)} ${table.name}` },
          ),
        )
      : [questions]
  if (tables.length === 0) throw new TextError('textNoList')
  return tables
}
