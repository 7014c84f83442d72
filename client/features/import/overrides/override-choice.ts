import type { Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import { guessTable } from '#schema/rules/excel/guess/guess-table.ts'
import {
  guessOverrideRoles,
  type NamedVendor,
  type OverrideColumnProblem,
  overrideColumnProblems,
  type OverrideFields,
  overrideFields,
  type OverrideRole,
} from '#schema/rules/excel/override-columns.ts'
import type { OverrideTarget } from '#schema/rules/excel/override-rows.ts'
import type { ParsedFile } from '../parsed-file.ts'

export interface OverrideChoice {
  file: ParsedFile
  sheetIndex: number
  headerRow: number
  names: readonly string[]
  roles: readonly OverrideRole[]
  vendors: readonly NamedVendor[]
  fields: OverrideFields
}

/** One sheet, with its columns as guessed. */
export const chooseSheet = (
  file: ParsedFile,
  sheetIndex: number,
  { requirements, vendors }: OverrideTarget,
): OverrideChoice => {
  const sheet = file.sheets[sheetIndex] ?? { rows: [], merges: [] }
  const { headerRow, names } = guessTable(sheet)
  const fields = overrideFields(requirements)
  const known = { requirements, vendors, fields }
  const roles = guessOverrideRoles({ rows: sheet.rows, headerRow, names }, known)
  return { file, sheetIndex, headerRow, names, roles, vendors, fields }
}

const problemsOf = ({ roles }: OverrideChoice): readonly OverrideColumnProblem[] =>
  overrideColumnProblems(roles)

/** The first sheet whose columns can be imported as guessed; otherwise the first one. */
export const chooseBest = (file: ParsedFile, target: OverrideTarget): OverrideChoice => {
  const first = chooseSheet(file, 0, target)
  for (let index = 0; index < file.sheets.length; index += 1) {
    const choice = index === 0 ? first : chooseSheet(file, index, target)
    if (problemsOf(choice).length === 0) return choice
  }
  return first
}

/** The role as the value of a select. */
export const roleKey = (role: OverrideRole): string =>
  role.kind === 'field' ? `${role.vendorId ?? ''}/${role.field}` : role.kind

export const roleOfKey = (key: string): OverrideRole => {
  if (key === 'id' || key === 'vendor' || key === 'ignore') return { kind: key }
  const [vendor = '', ...field] = key.split('/')
  return {
    kind: 'field',
    vendorId: vendor === '' ? null : Number(vendor),
    field: field.join('/'),
  }
}

export const shownValue = (
  { options = [] }: Parameter,
  value: ParameterValue,
  words: { yes: string; no: string },
): string => {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? words.yes : words.no
  return options.find(({ key }) => key === value)?.label ?? String(value)
}
