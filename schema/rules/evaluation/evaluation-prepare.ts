import type { Commitment, Override } from '../../entities/commitment.ts'
import { releaseField } from '../../entities/commitment.ts'
import type { Requirement } from '../../entities/structure.ts'
import type { ParameterValue } from '../../entities/parameter.ts'
import { at, layoutOf } from './evaluation-layout.ts'
import type { Layout } from './evaluation-layout.ts'
import { readStatements } from './evaluation-rows.ts'
import type { EvaluationRows, RequirementStatements, Statement } from './evaluation-rows.ts'
import { compareRanks } from './rank.ts'
import { statementPercent } from '../definition/statement.ts'

/** Marks of one cell (a statement of a vendor), as bits. */
export const VISIBLE = 1
export const ANSWERED = 2
export const OVERRIDDEN = 4
export const EXCLUDED = 8

/** The release of a cell: its position in the order of releases, or one of these values. */
export const AVAILABLE = -2
export const UNPLANNED = -1

/**
 * A project's rows as typed arrays. The index of a cell is `vendor * statements.length +
 * statement`. `updateEvaluation` writes into the arrays and raises the version of each changed
 * section and vendor.
 */
export interface PreparedEvaluation {
  readonly layout: Layout
  readonly vendors: readonly { vendorId: number; name: string }[]
  readonly value: Float64Array
  readonly release: Int16Array
  readonly bits: Uint8Array
  /**
   * Per vendor and section (`vendor * sections.length + section`); a raised version means that the
   * section must be summed again.
   */
  readonly versions: Uint32Array
  /** Release.number → position in the order of releases. */
  readonly releasePosition: ReadonlyMap<number, number>
  readonly requirementIndex: ReadonlyMap<string, number>
  readonly vendorIndex: ReadonlyMap<number, number>
  rows: EvaluationRows
  /** `vendor * requirements.length + requirement` → the rows of that requirement and vendor. */
  readonly commitments: Map<number, Commitment>
  readonly overrides: Map<number, Map<string, Override>>
}

/** Statements parsed before, by the text of their definition. */
type Known = { readonly layout: Pick<Layout, 'cache'> }

/** Reads all rows once; `evaluate` then works only on numbers. */
export const prepareEvaluation = (rows: EvaluationRows, known?: Known): PreparedEvaluation => {
  const steps = preparationSteps(rows, known)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

const DEFINITIONS_PER_STEP = 200
const CELLS_PER_STEP = 2_000

/**
 * Does the work of `prepareEvaluation` in steps of a few milliseconds, so that the caller can run
 * other work between them. `rows` must not change before the last step.
 */
export function* preparationSteps(
  rows: EvaluationRows,
  known?: Known,
): Generator<void, PreparedEvaluation, void> {
  const layout = layoutOf(rows, yield* readDefinitions(rows.requirements, known))
  const prepared = emptyEvaluation(rows, layout)
  for (let i = 0; i < rows.commitments.length; i += 1) {
    const row = rows.commitments[i]
    if (row !== undefined) setCommitment(prepared, row)
    if (i % CELLS_PER_STEP === CELLS_PER_STEP - 1) yield
  }
  for (const row of rows.overrides) setOverride(prepared, row)
  const requirements = layout.requirements.length
  for (let cell = 0; cell < rows.vendors.length * requirements; cell += 1) {
    writeCells(prepared, cell % requirements, Math.floor(cell / requirements))
    if (cell % CELLS_PER_STEP === CELLS_PER_STEP - 1) yield
  }
  return prepared
}

function* readDefinitions(
  requirements: EvaluationRows['requirements'],
  known: Known | undefined,
): Generator<void, Layout['cache'], void> {
  const cache = new Map<string, RequirementStatements>()
  let read = 0
  for (const { definition } of requirements) {
    if (cache.has(definition)) continue
    const found = known?.layout.cache.get(definition)
    cache.set(definition, found ?? readStatements(definition))
    if (found === undefined && (read += 1) % DEFINITIONS_PER_STEP === 0) yield
  }
  return cache
}

const emptyEvaluation = (rows: EvaluationRows, layout: Layout): PreparedEvaluation => {
  const cells = rows.vendors.length * layout.statements.length
  return {
    layout,
    vendors: rows.vendors.map(({ vendorId, name }) => ({ vendorId, name })),
    value: new Float64Array(cells),
    release: new Int16Array(cells),
    bits: new Uint8Array(cells),
    versions: new Uint32Array(rows.vendors.length * layout.sections.length),
    releasePosition: releasePositions(rows),
    requirementIndex: new Map(layout.requirements.map((row, i) => [row.id, i])),
    vendorIndex: new Map(rows.vendors.map((row, i) => [row.vendorId, i])),
    rows,
    commitments: new Map(),
    overrides: new Map(),
  }
}

/**
 * Applies changed rows. Writes answers, overrides and exclusions in place and marks only their
 * sections; prepares everything again if the tree changed.
 */
export const updateEvaluation = (
  prepared: PreparedEvaluation,
  rows: EvaluationRows,
): PreparedEvaluation => {
  const before = prepared.rows
  if (before === rows) return prepared
  const isSameTree =
    before.packages === rows.packages &&
    before.documents === rows.documents &&
    before.sections === rows.sections &&
    before.releases === rows.releases &&
    before.vendors === rows.vendors
  const requirements = changedRows(before.requirements, rows.requirements)
  const commitments = changedRows(before.commitments, rows.commitments)
  const overrides = changedRows(before.overrides, rows.overrides)
  if (!isSameTree || requirements === null || commitments === null || overrides === null)
    return prepareEvaluation(rows, prepared)
  if (!requirements.every((row) => isSameButExclusion(prepared, row)))
    return prepareEvaluation(rows, prepared)
  prepared.rows = rows
  for (const row of requirements) exclude(prepared, row)
  for (const row of commitments) touch(prepared, setCommitment(prepared, row))
  for (const row of overrides) touch(prepared, setOverride(prepared, row))
  return prepared
}

/**
 * Returns the new and changed rows; null = rows were removed or reordered, so that the lists cannot
 * be compared index by index.
 */
const changedRows = <R extends { id: string }>(
  before: readonly R[],
  after: readonly R[],
): R[] | null => {
  if (before === after) return []
  if (before.length !== after.length) return addedRows(before, after)
  const changed: R[] = []
  for (let i = 0; i < after.length; i += 1) {
    const [old, now] = [before[i], after[i]]
    if (old === now || now === undefined) continue
    if (old?.id !== now.id) return addedRows(before, after)
    changed.push(now)
  }
  return changed
}

const addedRows = <R extends { id: string }>(
  before: readonly R[],
  after: readonly R[],
): R[] | null => {
  const old = new Map(before.map((row) => [row.id, row]))
  const changed = after.filter((row) => old.get(row.id) !== row)
  const kept = after.filter((row) => old.has(row.id)).length
  return kept === before.length ? changed : null
}

const isSameButExclusion = (prepared: PreparedEvaluation, row: Requirement): boolean => {
  const index = prepared.requirementIndex.get(row.id)
  const old = index === undefined ? undefined : prepared.layout.requirements[index]
  return (
    old !== undefined &&
    old.definition === row.definition &&
    old.sectionId === row.sectionId &&
    old.rank === row.rank
  )
}

const exclude = (prepared: PreparedEvaluation, row: Requirement): void => {
  const index = prepared.requirementIndex.get(row.id)
  if (index === undefined) return
  ;(prepared.layout.requirements as Requirement[])[index] = row
  for (let vendor = 0; vendor < prepared.vendors.length; vendor += 1)
    touch(prepared, vendor * prepared.layout.requirements.length + index)
}

const touch = (prepared: PreparedEvaluation, cell: number | null): void => {
  if (cell === null) return
  const count = prepared.layout.requirements.length
  const [vendor, requirement] = [Math.floor(cell / count), cell % count]
  writeCells(prepared, requirement, vendor)
  const section =
    vendor * prepared.layout.sections.length + at(prepared.layout.sectionOfRequirement, requirement)
  prepared.versions[section] = at(prepared.versions, section) + 1
}

const cellOf = (
  prepared: PreparedEvaluation,
  row: { requirementId: string; vendorId: number },
): number | null => {
  const requirement = prepared.requirementIndex.get(row.requirementId)
  const vendor = prepared.vendorIndex.get(row.vendorId)
  return requirement === undefined || vendor === undefined
    ? null
    : vendor * prepared.layout.requirements.length + requirement
}

const setCommitment = (prepared: PreparedEvaluation, row: Commitment): number | null => {
  const cell = cellOf(prepared, row)
  if (cell !== null) prepared.commitments.set(cell, row)
  return cell
}

const setOverride = (prepared: PreparedEvaluation, row: Override): number | null => {
  const cell = cellOf(prepared, row)
  if (cell === null) return null
  const ofCell = prepared.overrides.get(cell) ?? new Map<string, Override>()
  prepared.overrides.set(cell, ofCell.set(row.parameterId, row))
  return cell
}

/** The value of a cell: the override, else the submitted answer, else 0. */
const writeCells = (prepared: PreparedEvaluation, requirement: number, vendor: number): void => {
  const { layout, value, release, bits } = prepared
  const parsed = layout.parsed[requirement]
  if (parsed === undefined) return
  const cell = vendor * layout.requirements.length + requirement
  const commitment = prepared.commitments.get(cell)
  const values = commitment?.submitted === true ? commitment.values : {}
  const overrides = prepared.overrides.get(cell)
  const visible = parsed.visible?.(values)
  const excluded = layout.requirements[requirement]?.excluded ? EXCLUDED : 0
  const first = vendor * layout.statements.length + at(layout.statementsOf, requirement)
  parsed.statements.forEach((statement, i) => {
    const answer = statementPercent(statement.parameter, values[statement.parameter.id] ?? null)
    const override = overrideOf(statement, overrides)
    value[first + i] = override ?? answer ?? 0
    release[first + i] = releaseCode(statement, values, prepared.releasePosition)
    bits[first + i] =
      excluded |
      (visible?.[i] === false ? 0 : VISIBLE) |
      (answer === null && override === null ? 0 : ANSWERED) |
      (override === null ? 0 : OVERRIDDEN)
  })
}

const overrideOf = (
  statement: Statement,
  overrides: ReadonlyMap<string, Override> | undefined,
): number | null => {
  const row = overrides?.get(statement.parameter.id)
  return row === undefined || row.removed ? null : overridePercent(statement, row.value)
}

/**
 * An override is a percentage. A value of the control's own type (an option's key or a boolean) is
 * read like an answer.
 */
export const overridePercent = (
  statement: Pick<Statement, 'parameter'>,
  value: ParameterValue,
): number | null =>
  typeof value === 'number'
    ? Math.min(100, Math.max(0, value))
    : statementPercent(statement.parameter, value)

const releaseCode = (
  statement: Statement,
  values: Commitment['values'],
  positions: ReadonlyMap<unknown, number>,
): number => {
  const chosen = values[releaseField(statement.parameter.id)] ?? null
  if (chosen === null) return statement.asksRelease ? UNPLANNED : AVAILABLE
  if (chosen === AVAILABLE) return AVAILABLE
  return positions.get(chosen) ?? UNPLANNED
}

/** Releases are ordered by rank; the number only identifies them. */
const releasePositions = (rows: EvaluationRows): Map<number, number> => {
  const ordered = [...rows.releases].sort(compareRanks)
  return new Map(ordered.map((row, i) => [row.number, i]))
}
