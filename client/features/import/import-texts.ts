import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ColumnRole, MappingProblem } from '#schema/rules/excel-rows-mapping.ts'
import type { RowProblem } from '#schema/rules/excel-rows-plan.ts'
import type { FileProblem } from './import-file-error.ts'

const megabytes = (bytes: number | undefined): number => Math.round((bytes ?? 0) / 1024 / 1024)

/** What is wrong with a file as a whole, and what to do about it. */
export const fileProblemText = ({ code, detail }: FileProblem): string => {
  const { line = 0, address = '', sheet = '' } = detail
  const limit = detail.limit ?? 0
  const limitMb = megabytes(detail.limit)
  switch (code) {
    case 'notSpreadsheet':
      return i18n._(msg`This file is not a spreadsheet. Choose an .xlsx workbook or a .csv table.`)
    case 'oldFormat':
      return i18n._(msg`This is a workbook of the old kind (.xls). Save it as .xlsx and choose it again.`)
    case 'encrypted':
      return i18n._(msg`This workbook is locked with a password. Remove the password and choose it again.`)
    case 'empty':
      return i18n._(msg`This file is empty.`)
    case 'tooBig':
      return i18n._(msg`This file is larger than ${limitMb} MB.`)
    case 'zipBomb':
      return i18n._(msg`This file would unpack to far more than a spreadsheet needs (the limit is 200 MB), so it was not opened.`)
    case 'brokenZip':
      return i18n._(msg`This workbook is damaged and cannot be opened.`)
    case 'tooManyRows':
      return sheet === '' ? i18n._(msg`The table has more than ${limit} rows.`) : i18n._(msg`The sheet “${sheet}” has more than ${limit} rows.`)
    case 'tooManyColumns':
      return sheet === '' ? i18n._(msg`The table has more than ${limit} columns.`) : i18n._(msg`The sheet “${sheet}” has more than ${limit} columns.`)
    case 'tooManyCells':
      return i18n._(msg`The table has more than ${limit} cells.`)
    case 'brokenQuotes':
      return i18n._(msg`Cell ${address} (line ${line} of the file): the quotation marks are not closed properly.`)
    case 'tooSlow':
      return i18n._(msg`Reading this file took longer than ${limit} seconds, so it was stopped.`)
    case 'failed':
      return i18n._(msg`This file could not be read.`)
    default:
      return code satisfies never
  }
}

/** What is wrong with one cell. */
export const rowProblemText = ({ code, detail }: RowProblem): string => {
  const id = String(detail['id'] ?? '')
  const first = String(detail['first'] ?? '')
  const max = Number(detail['max'] ?? 0)
  const length = Number(detail['length'] ?? 0)
  switch (code) {
    case 'idTwice':
      return i18n._(msg`The id ${id} stands already in ${first}.`)
    case 'idAmbiguous':
      return i18n._(msg`Several requirements of the document have the id ${id}.`)
    case 'nameMissing':
      return i18n._(msg`The requirement has no text.`)
    case 'tooLong':
      return i18n._(msg`The text has ${length} characters, at most ${max} are possible.`)
    case 'rowTooLong':
      return i18n._(msg`The texts of this row are too long together.`)
    case 'notNumber':
      return i18n._(msg`This is not a number.`)
    case 'notDate':
      return i18n._(msg`This is not a date (YYYY-MM-DD or DD.MM.YYYY).`)
    case 'notTick':
      return i18n._(msg`This is neither Yes nor No.`)
    case 'tooManyOptions':
      return i18n._(msg`A choice can have at most ${max} options.`)
    case 'tooManyFields':
      return i18n._(msg`A requirement can have at most ${max} fields.`)
    case 'cellError':
      return i18n._(msg`The cell holds an error of the spreadsheet.`)
    default:
      return code satisfies never
  }
}

export const mappingProblemText = (problem: MappingProblem): string => {
  const texts = {
    noName: msg`Choose the column that holds the requirement.`,
    twoNames: msg`Only one column can hold the requirement.`,
    twoIds: msg`Only one column can hold the id.`,
    twoDescriptions: msg`Only one column can hold the description.`,
    noIdForSection: msg`Sections come from the id, but no column holds the id.`,
    noDefaultSection: msg`Name the section for rows without one.`,
  } satisfies Record<MappingProblem, unknown>
  return i18n._(texts[problem])
}

export const roleText = (role: ColumnRole): string => {
  const texts = {
    ignore: msg`Do not import`,
    id: msg`ID`,
    section: msg`Section`,
    name: msg`Requirement`,
    description: msg`Description`,
    text: msg`Parameter: text`,
    longText: msg`Parameter: long text`,
    select: msg`Parameter: choice`,
  } satisfies Record<ColumnRole, unknown>
  return i18n._(texts[role])
}
