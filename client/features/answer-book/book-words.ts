import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { BookWords } from '#schema/rules/answer-book/book-words.ts'

/** The words of a workbook in the language of the interface. */
export const bookWords = (): BookWords => ({
  id: i18n._(msg`ID`),
  section: i18n._(msg`Section`),
  requirement: i18n._(msg`Requirement`),
  help: i18n._(msg`Help for vendors`),
  release: i18n._(msg`Release`),
  yes: i18n._(msg`Yes`),
  no: i18n._(msg`No`),
  availableNow: i18n._(msg`Available now`),
  notPlanned: i18n._(msg`Not planned`),
  percent: i18n._(msg`A number from 0 to 100, without a percent sign`),
  files: i18n._(msg`Files are attached in the application, not here.`),
  required: i18n._(msg`Required`),
  requiredIf: (condition) => i18n._(msg`Required if ${condition}`),
  onlyIf: (condition) => i18n._(msg`Only if ${condition}`),
  and: i18n._(msg`and`),
  or: i18n._(msg`or`),
  operators: {
    equals: i18n._(msg`is`),
    notEquals: i18n._(msg`is not`),
    contains: i18n._(msg`contains`),
    greater: i18n._(msg`is more than`),
    less: i18n._(msg`is less than`),
    filled: i18n._(msg`is filled in`),
    empty: i18n._(msg`is empty`),
  },
})
