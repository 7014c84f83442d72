import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BookRecord, RecordProblem } from '#schema/rules/answer-book/book-record.ts'
import type { WrongBook } from '#schema/rules/answer-book/judge-record.ts'
import type { LeftRow, Place, RefusedCell } from '#schema/rules/answer-book/plan-book.ts'
import { codeText } from '../../ui/feedback/refusal-text.ts'

/** Explains why a file is not imported at all, and what to do about it. */
export const bookProblemText = (
  problem: RecordProblem | WrongBook,
  record: BookRecord | null,
): string => {
  const { project = '', version = '' } = record ?? {}
  switch (problem) {
    case 'notBook':
      return i18n._(
        msg`This file was not made by “Export my answers”, or its hidden sheet is missing. Export your answers and fill in that file.`,
      )
    case 'damaged':
      return i18n._(
        msg`The hidden sheet of this workbook was changed, so its answers cannot be matched. Copy them into a new export.`,
      )
    case 'newerFormat':
      return i18n._(msg`This workbook was made by a newer version of Tenderbook. Reload and retry.`)
    case 'otherProject':
      return i18n._(msg`This workbook belongs to the project “${project}”. Import it there.`)
    case 'otherVersion':
      return i18n._(
        msg`This workbook belongs to version ${version} of the project “${project}”. Import it there, or copy the answers into a new export.`,
      )
    case 'otherVendor':
      return i18n._(
        msg`This workbook of the project “${project}” was exported by another vendor. Export your own answers and fill in that file.`,
      )
    case 'newerPublication':
      return i18n._(
        msg`This workbook was made after a newer publication than this device has. Connect to the network, then import it again.`,
      )
    default:
      return problem satisfies never
  }
}

/** Explains why one cell is not imported. */
export const cellProblemText = ({ problem }: RefusedCell): string => {
  switch (problem.code) {
    case 'cellError':
      return i18n._(msg`The cell contains a spreadsheet error.`)
    case 'notNumber':
      return i18n._(msg`Enter a number.`)
    case 'notPercent':
      return i18n._(
        msg`Enter a number from 0 to 100. Spreadsheets keep 50 % as 0.5, so write 50, not 50 % or 0.5. To answer 1 or less, use the application.`,
      )
    case 'notDate':
      return i18n._(msg`Enter a date (YYYY-MM-DD or DD.MM.YYYY).`)
    case 'notTick':
      return i18n._(msg`Enter Yes or No.`)
    case 'notOption':
      return i18n._(msg`This is not one of the choices.`)
    case 'notRelease':
      return i18n._(msg`The project has no such release.`)
    case 'tooLong': {
      const { length, max } = problem
      return i18n._(msg`The text has ${length} characters. The limit is ${max}.`)
    }
    case 'breaksRule':
      return codeText(problem.rule, problem.detail)
    case 'merged':
      return i18n._(
        msg`The cell is merged with others, so its answer stays. Write each answer in a cell of its own.`,
      )
    case 'fieldGone':
      return i18n._(msg`The requirement no longer asks for this.`)
    case 'notAsked':
      return i18n._(msg`The requirement does not ask for this.`)
    default:
      return problem satisfies never
  }
}

/** Explains why a row is left as it is. */
export const leftRowText = ({ reason }: LeftRow): string => {
  const texts = {
    submitted: msg`Submitted. Change the answer in the application.`,
    notWritable: msg`You cannot change this answer now.`,
    gone: msg`The requirement was deleted, or you no longer see it.`,
    twice: msg`This ID is already in a row above, which was taken.`,
    mixed: msg`The ID and the name belong to different requirements. Sort whole rows, not one column.`,
  } satisfies Record<LeftRow['reason'], unknown>
  return i18n._(texts[reason])
}

/** The address of a cell, with its sheet if the workbook has several. */
export const placeText = (
  { sheet, address }: Place,
  { sheets }: Pick<BookRecord, 'sheets'>,
): string => (sheets.length > 1 ? `${sheet} · ${address}` : address)
