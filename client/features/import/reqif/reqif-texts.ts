import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReqifProblem } from '#schema/rules/reqif/check-reqif.ts'
import type { ReqifRole } from '#schema/rules/reqif/reqif-columns.ts'

/** Explains what is wrong with one element of a file. */
export const reqifProblemText = ({ code, text }: ReqifProblem): string => {
  switch (code) {
    case 'idMissing':
      return i18n._(msg`The element has no identifier.`)
    case 'idTwice':
      return i18n._(msg`The identifier is used twice. The first element counts.`)
    case 'typeUnknown':
      return text === ''
        ? i18n._(msg`The element names no type.`)
        : i18n._(msg`The type ${text} is not in the file.`)
    case 'attributeUnknown':
      return i18n._(msg`The attribute ${text} is not in the file.`)
    case 'datatypeUnknown':
      return i18n._(msg`The datatype ${text} is not in the file.`)
    case 'choiceUnknown':
      return i18n._(msg`The choice ${text} is not in the file.`)
    case 'objectUnknown':
      return i18n._(msg`The specification names the object ${text}, which is not in the file.`)
    case 'relationUnknown':
      return i18n._(msg`The relation names the object ${text}, which is not in the file.`)
    case 'wrongValue':
      return i18n._(msg`The value “${text}” does not fit its datatype.`)
    default:
      return code satisfies never
  }
}

export const reqifRoleText = (role: ReqifRole): string => {
  const texts = {
    ignore: msg`Do not import`,
    name: msg`Requirement`,
    text: msg`Field: text`,
    longText: msg`Field: long text`,
    number: msg`Field: number`,
    date: msg`Field: date`,
    tick: msg`Field: yes or no`,
    select: msg`Field: choice`,
    choices: msg`Field: several choices`,
    answer: msg`Asked of vendors`,
  } satisfies Record<ReqifRole, unknown>
  return i18n._(texts[role])
}
