import type { Requirement } from '../../entities/structure.ts'
import { isOverridable } from '../evaluation/override-values.ts'
import { answerLabels } from '../export/answer-table.ts'
import { type CellRows, firstDataRow, sheetCellText } from './excel-rows-cells.ts'

/**
 * What a column of a file with answers holds: ids of requirements, names of vendors, or one field of
 * a vendor's answer. `vendorId` null = of the vendor that the row names.
 */
export type OverrideRole =
  | { kind: 'ignore' | 'id' | 'vendor' }
  | { kind: 'field'; vendorId: number | null; field: string }

export interface NamedVendor {
  vendorId: number
  name: string
}
/** Fields that can be overridden, by key; the statements first. */
export type OverrideFields = ReadonlyMap<string, { label: string; isStatement: boolean }>

const folded = (text: string): string => text.trim().toLowerCase()
export const requirementKey = folded
export const vendorKey = folded

/** The answer fields of all requirements by name. */
export const overrideFields = (requirements: readonly Requirement[]): OverrideFields => {
  const fields = new Map<string, { label: string; isStatement: boolean }>()
  for (const definition of new Set(requirements.map((one) => one.definition)))
    for (const [key, { label, parameter }] of answerLabels(definition))
      if (isOverridable(parameter) && !fields.has(key))
        fields.set(key, { label, isStatement: parameter.isStatement === true })
  const all = [...fields]
  return new Map([
    ...all.filter(([, { isStatement }]) => isStatement),
    ...all.filter(([, { isStatement }]) => !isStatement),
  ])
}

interface Known {
  requirements: readonly Requirement[]
  vendors: readonly NamedVendor[]
  fields: OverrideFields
}
interface Sheet {
  rows: CellRows
  headerRow: number
  names: readonly string[]
}

const SAMPLE_ROWS = 200

/** The column in which most cells are one of the texts; -1 = in none more than half are. */
const columnOf = ({ rows, headerRow, names }: Sheet, texts: ReadonlySet<string>): number => {
  const counts = names.map((_, column) => {
    let [filled, known] = [0, 0]
    const last = Math.min(rows.length, headerRow + SAMPLE_ROWS)
    for (let row = firstDataRow(headerRow); row <= last; row += 1) {
      const text = folded(sheetCellText(rows, row, column))
      if (text !== '') filled += 1
      if (texts.has(text)) known += 1
    }
    return known * 2 > filled ? known : 0
  })
  const most = Math.max(0, ...counts)
  return most === 0 ? -1 : counts.indexOf(most)
}

const longestFirst = (one: string, other: string): number => other.length - one.length

/** The field that a heading names after the vendor; a heading without one means the statement. */
const fieldIn = (rest: string, fields: OverrideFields): string | null => {
  const words = rest.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
  const named = [...fields.keys()].toSorted(longestFirst).find((key) => rest.includes(key))
  if (named !== undefined) return named
  const statements = [...fields].filter(([, { isStatement }]) => isStatement)
  const isPlain = ['', 'answer', 'answer of', 'statement', 'answer of statement'].includes(words)
  return isPlain && statements.length === 1 ? (statements[0]?.[0] ?? null) : null
}

const RELEASE = /\b(?:release|vydanie)\b/

/**
 * Guesses the columns by ids and vendor names in their cells, and by headings such as
 * "Alpha: Statement". Releases are left out, because they cannot be overridden.
 */
export const guessOverrideRoles = (
  sheet: Sheet,
  { requirements, vendors, fields }: Known,
): OverrideRole[] => {
  const ids = new Set(requirements.flatMap(({ fullId }) => (fullId ? [folded(fullId)] : [])))
  const idColumn = columnOf(sheet, ids)
  const vendorColumn = columnOf(sheet, new Set(vendors.map(({ name }) => folded(name))))
  const named = vendors.toSorted((one, other) => longestFirst(one.name, other.name))
  const taken = new Set<string>()
  return sheet.names.map((name, column): OverrideRole => {
    if (column === idColumn) return { kind: 'id' }
    if (column === vendorColumn) return { kind: 'vendor' }
    const heading = folded(name)
    const vendor = named.find((one) => heading.includes(folded(one.name)))
    const isOfRow = vendor === undefined && vendorColumn >= 0
    if (RELEASE.test(heading) || (vendor === undefined && !isOfRow)) return { kind: 'ignore' }
    const field =
      vendor === undefined
        ? fields.has(heading)
          ? heading
          : null
        : fieldIn(heading.replace(folded(vendor.name), ' '), fields)
    const key = `${vendor?.vendorId ?? ''} ${field}`
    if (field === null || taken.has(key)) return { kind: 'ignore' }
    taken.add(key)
    return { kind: 'field', vendorId: vendor?.vendorId ?? null, field }
  })
}

export type OverrideColumnProblem = 'noId' | 'twoIds' | 'noField' | 'noVendor'

/** Why the columns cannot be imported; empty = they can. */
export const overrideColumnProblems = (roles: readonly OverrideRole[]): OverrideColumnProblem[] => {
  const count = (kind: OverrideRole['kind']) => roles.filter((role) => role.kind === kind).length
  const isOfRow = roles.some((role) => role.kind === 'field' && role.vendorId === null)
  return [
    ...(count('id') === 0 ? ['noId' as const] : []),
    ...(count('id') > 1 ? ['twoIds' as const] : []),
    ...(count('field') === 0 ? ['noField' as const] : []),
    ...(isOfRow && count('vendor') !== 1 ? ['noVendor' as const] : []),
  ]
}
