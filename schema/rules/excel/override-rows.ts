import {
  type Commitment,
  commitmentId,
  type Override,
  overrideId,
} from '../../entities/commitment.ts'
import type { Parameter, ParameterValue } from '../../entities/parameter.ts'
import type { Requirement } from '../../entities/structure.ts'
import { readAnswerCell, type ReadContext } from '../answer-book/read-cell.ts'
import { isInForce } from '../evaluation/evaluation-overrides.ts'
import { overrideProblem } from '../evaluation/override-values.ts'
import { answerLabels, type Asked } from '../export/answer-table.ts'
import { cellAddress, type CellRows, firstDataRow, sheetCellText } from './excel-rows-cells.ts'
import {
  type NamedVendor,
  type OverrideRole,
  requirementKey,
  vendorKey,
} from './override-columns.ts'

/** The rows of the project that the person may read. */
export interface OverrideTarget {
  requirements: readonly Requirement[]
  vendors: readonly NamedVendor[]
  commitments: readonly Commitment[]
  overrides: readonly Override[]
}
export interface OverrideChange {
  requirementId: string
  fullId: string
  vendor: NamedVendor
  parameter: Parameter
  /** The override in force, else the submitted answer. */
  before: ParameterValue
  value: ParameterValue
}
export interface OverrideRefusal {
  address: string
  text: string
  problem: 'unknownId' | 'unknownVendor' | 'noField' | 'wrongValue' | 'twice'
}
export interface OverridePlan {
  changes: OverrideChange[]
  /** Cells that equal the override in force or the answer. */
  unchanged: number
  refused: OverrideRefusal[]
}

interface Cells {
  rows: CellRows
  headerRow: number
  roles: readonly OverrideRole[]
}
type FieldColumn = Extract<OverrideRole, { kind: 'field' }> & { column: number }

/**
 * Compares a table of answers with the answers and overrides of the project. An empty cell changes
 * nothing. Values keep the rules of a vendor's answer.
 */
export const planOverrides = (
  { rows, headerRow, roles }: Cells,
  target: OverrideTarget,
  context: ReadContext,
): OverridePlan => {
  const plan: OverridePlan = { changes: [], unchanged: 0, refused: [] }
  const idColumn = roles.findIndex(({ kind }) => kind === 'id')
  const vendorColumn = roles.findIndex(({ kind }) => kind === 'vendor')
  const fields = roles.flatMap((role, column): FieldColumn[] =>
    role.kind === 'field' ? [{ ...role, column }] : [],
  )
  const index = indexOf(target)
  const seen = new Set<string>()
  for (let row = firstDataRow(headerRow); row <= rows.length; row += 1) {
    const filled = fields.filter(({ column }) => sheetCellText(rows, row, column) !== '')
    if (filled.length === 0) continue
    const refuse = (column: number, problem: OverrideRefusal['problem']): void => {
      const text = sheetCellText(rows, row, column)
      plan.refused.push({ address: cellAddress(row, column), text, problem })
    }
    const requirement = index.requirements.get(requirementKey(sheetCellText(rows, row, idColumn)))
    if (requirement === undefined) {
      refuse(idColumn, 'unknownId')
      continue
    }
    const named = index.named.get(vendorKey(sheetCellText(rows, row, vendorColumn)))
    for (const { column, vendorId, field } of filled) {
      const vendor = vendorId === null ? named : index.vendors.get(vendorId)
      const text = sheetCellText(rows, row, column)
      const read =
        vendor === undefined
          ? ({ problem: 'unknownVendor' } as const)
          : readCell(index, { requirement, vendor, field, text }, context)
      if ('problem' in read) {
        refuse(
          read.problem === 'unknownVendor' && vendorColumn >= 0 ? vendorColumn : column,
          read.problem,
        )
        continue
      }
      const id = overrideId(requirement.id, read.vendor.vendorId, read.parameter.id)
      if (seen.has(id)) refuse(column, 'twice')
      else if (read.before === read.value) plan.unchanged += 1
      else plan.changes.push(read)
      seen.add(id)
    }
  }
  return plan
}

interface Index {
  requirements: ReadonlyMap<string, Requirement>
  vendors: ReadonlyMap<number, NamedVendor>
  named: ReadonlyMap<string, NamedVendor>
  commitments: ReadonlyMap<string, Commitment>
  overrides: ReadonlyMap<string, Override>
  labelsOf: (definition: string) => ReadonlyMap<string, Asked>
}

/** Vendors by name, without those that share one: a name must not lead to the wrong vendor. */
const uniqueByName = (vendors: readonly NamedVendor[]): ReadonlyMap<string, NamedVendor> => {
  const named = Map.groupBy(vendors, ({ name }) => vendorKey(name))
  return new Map(
    [...named].flatMap(([key, [first, ...others]]) =>
      first === undefined || others.length > 0 ? [] : [[key, first] as const],
    ),
  )
}

const indexOf = ({ requirements, vendors, commitments, overrides }: OverrideTarget): Index => {
  const labels = new Map<string, ReadonlyMap<string, Asked>>()
  return {
    requirements: new Map(
      requirements.flatMap((one) => (one.fullId ? [[requirementKey(one.fullId), one]] : [])),
    ),
    vendors: new Map(vendors.map((one) => [one.vendorId, one])),
    named: uniqueByName(vendors),
    commitments: new Map(commitments.map((one) => [one.id, one])),
    overrides: new Map(overrides.map((one) => [one.id, one])),
    labelsOf: (definition) => {
      const known = labels.get(definition) ?? answerLabels(definition)
      labels.set(definition, known)
      return known
    },
  }
}

interface FieldCell {
  requirement: Requirement
  vendor: NamedVendor
  field: string
  text: string
}

const readCell = (
  index: Index,
  { requirement, vendor, field, text }: FieldCell,
  context: ReadContext,
): OverrideChange | { problem: OverrideRefusal['problem'] } => {
  const parameter = index.labelsOf(requirement.definition).get(field)?.parameter
  if (parameter === undefined) return { problem: 'noField' }
  const read = readAnswerCell({ key: parameter.id, parameter, part: 'value' }, text, context)
  if ('problem' in read || overrideProblem(parameter, read.value) !== null)
    return { problem: 'wrongValue' }
  const { vendorId } = vendor
  const override = index.overrides.get(overrideId(requirement.id, vendorId, parameter.id))
  const answer = index.commitments.get(commitmentId(requirement.id, vendorId))
  const submitted = answer?.submitted === true ? answer.values[parameter.id] : undefined
  return {
    requirementId: requirement.id,
    fullId: requirement.fullId ?? '',
    ...{ vendor, parameter },
    before: isInForce(override) ? override.value : (submitted ?? null),
    value: read.value,
  }
}
