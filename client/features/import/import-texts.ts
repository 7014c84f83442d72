import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ColumnRole, MappingProblem } from '#schema/rules/excel/excel-rows-mapping.ts'
import type { RowProblem } from '#schema/rules/excel/excel-rows-plan.ts'
import type { MessageCode } from '#schema/tables/messages.ts'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import type { FileProblem } from './import-file-error.ts'

const megabytes = (bytes: number | undefined): number => Math.round((bytes ?? 0) / 1024 / 1024)

/** Explains what is wrong with the whole file, and what to do about it. */
export const fileProblemText = (problem: FileProblem): string => {
  const { inFile } = problem.detail
  const text = problemText(problem)
  return inFile === undefined ? text : `${inFile}: ${text}`
}

const problemText = ({ code, detail }: FileProblem): string => {
  const { line = 0, address = '', sheet = '' } = detail
  const limit = detail.limit ?? 0
  const found = detail.found ?? 0
  const limitMb = megabytes(detail.limit)
  switch (code) {
    case 'notSpreadsheet':
      return i18n._(
        msg`This file is of no kind that can be imported. Choose a workbook, a table, a Word document, ReqIF, JSON or YAML.`,
      )
    case 'encrypted':
      return i18n._(
        msg`This file is protected with a password. Remove the password and choose it again.`,
      )
    case 'empty':
      return i18n._(msg`This file is empty.`)
    case 'tooBig':
      return i18n._(msg`This file is larger than ${limitMb} MB.`)
    case 'zipBomb':
      return i18n._(
        msg`This file is larger than 200 MB when unpacked, so it was not opened. Split it and try again.`,
      )
    case 'brokenZip':
      return i18n._(msg`This file is damaged and cannot be opened.`)
    case 'tooManyRows':
      return sheet === ''
        ? i18n._(msg`The table has more than ${limit} rows.`)
        : i18n._(msg`The sheet “${sheet}” has more than ${limit} rows.`)
    case 'tooManyColumns':
      return sheet === ''
        ? i18n._(msg`The table has more than ${limit} columns.`)
        : i18n._(msg`The sheet “${sheet}” has more than ${limit} columns.`)
    case 'tooManyCells':
      return i18n._(msg`The table has more than ${limit} cells.`)
    case 'brokenQuotes':
      return i18n._(
        msg`Cell ${address} (line ${line} of the file): a closing quotation mark is missing.`,
      )
    case 'tooSlow':
      return i18n._(
        msg`Reading this file took longer than ${limit} seconds and was stopped. Split the file and try again.`,
      )
    case 'notReqif':
      return i18n._(msg`This file is not ReqIF.`)
    case 'noReqifInside':
      return i18n._(msg`This archive contains no ReqIF file.`)
    case 'reqifBroken':
      return i18n._(msg`Line ${line}: this file is damaged, and its XML cannot be read.`)
    case 'reqifDocumentType':
      return i18n._(
        msg`Line ${line}: this file declares a document type. For safety such files are not opened.`,
      )
    case 'reqifTooDeep':
      return i18n._(msg`Line ${line}: the elements of this file are nested too deeply.`)
    case 'reqifTooLarge':
      return i18n._(
        msg`Line ${line}: this file has more than 50,000 objects or too many values. Split it and try again.`,
      )
    case 'textBroken':
      return i18n._(msg`Line ${line}: this is not valid JSON or YAML.`)
    case 'textTooDeep':
      return line === 0
        ? i18n._(msg`The values of this file are nested too deeply.`)
        : i18n._(msg`Line ${line}: the values of this file are nested too deeply.`)
    case 'textTooLarge':
      return i18n._(
        msg`This file has more than 50,000 entries, 200 fields or a million values. Split it and try again.`,
      )
    case 'textAliases':
      return i18n._(
        msg`This file repeats values by too many aliases. For safety, such files are not opened.`,
      )
    case 'textEncoding':
      return i18n._(msg`Line ${line}: this text is not UTF-8. Save the file as UTF-8.`)
    case 'textNoList':
      return i18n._(msg`This file contains no list that could be requirements.`)
    case 'mixedFiles':
      return i18n._(
        msg`Only JSON and YAML can be read as several files at once. Leave this file out.`,
      )
    case 'tooManyFiles':
      return i18n._(msg`You chose ${found} files. Choose at most ${limit} at once.`)
    case 'unreadable':
      return i18n._(
        msg`The browser could not open this file. Choose files, not folders, and choose them again if they have moved.`,
      )
    case 'reqifWithoutAnswers':
      return i18n._(msg`ReqIF has no answers. Choose a workbook or a table.`)
    case 'notDocx':
      return i18n._(msg`This is not a .docx file. Save the document as .docx and choose it again.`)
    case 'wordDocumentType':
      return i18n._(msg`This file declares a document type. For safety, such files are not opened.`)
    case 'wordTooLarge':
      return i18n._(msg`This document is too large or nested too deeply. Split it and try again.`)
    case 'failed':
      return i18n._(msg`This file could not be read.`)
    default:
      return code satisfies never
  }
}

/** Explains what is wrong with one cell. */
export const rowProblemText = ({ code, detail }: RowProblem): string => {
  const id = String(detail['id'] ?? '')
  const first = String(detail['first'] ?? '')
  const max = Number(detail['max'] ?? 0)
  const length = Number(detail['length'] ?? 0)
  switch (code) {
    case 'idTwice':
      return i18n._(msg`The ID ${id} is already used in ${first}.`)
    case 'idAmbiguous':
      return i18n._(msg`Several requirements in the document have the ID ${id}.`)
    case 'nameMissing':
      return i18n._(msg`The requirement is empty.`)
    case 'tooLong':
      return i18n._(msg`The text has ${length} characters. The limit is ${max}.`)
    case 'rowTooLong':
      return i18n._(msg`The texts in this row are too long in total.`)
    case 'notNumber':
      return i18n._(msg`Enter a number.`)
    case 'notDate':
      return i18n._(msg`Enter a date (YYYY-MM-DD or DD.MM.YYYY).`)
    case 'notTick':
      return i18n._(msg`Enter Yes or No.`)
    case 'tooManyOptions':
      return i18n._(msg`A choice can have at most ${max} options.`)
    case 'tooManyFields':
      return i18n._(msg`A requirement can have at most ${max} fields.`)
    case 'cellError':
      return i18n._(msg`The cell contains a spreadsheet error.`)
    case 'breaksRule':
      return codeText(detail['rule'] as MessageCode, detail)
    default:
      return code satisfies never
  }
}

export const mappingProblemText = (problem: MappingProblem): string => {
  const texts = {
    noName: msg`Choose the column with the requirements.`,
    twoNames: msg`Choose only one column for the requirement.`,
    twoIds: msg`Choose only one column for the ID.`,
    twoDescriptions: msg`Choose only one column for the description.`,
    noIdForSection: msg`Sections are taken from the ID, but no column is matched to the ID.`,
    noDefaultSection: msg`Enter a section for rows without one.`,
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
    text: msg`Field: text`,
    longText: msg`Field: long text`,
    select: msg`Field: choice`,
    several: msg`Field: several choices`,
    number: msg`Field: number`,
    date: msg`Field: date`,
    yesNo: msg`Field: yes or no`,
    link: msg`Field: link`,
  } satisfies Record<ColumnRole, unknown>
  return i18n._(texts[role])
}
