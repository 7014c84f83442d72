import { at } from './evaluation-layout.ts'
import type { Offsets } from './evaluation-layout.ts'
import { ANSWERED, AVAILABLE, EXCLUDED, OVERRIDDEN, VISIBLE } from './evaluation-prepare.ts'
import type { PreparedEvaluation } from './evaluation-prepare.ts'

/** Which share of a value counts, by the position of its release. */
export interface CellRule {
  /** The last position in the order of releases whose commitments count in full. */
  lastRelease: number
  futureCredit: number
  unplannedCredit: number
}

/**
 * Σ weight, Σ weight·value·factor and counts of every node of a level. The index into each array is
 * `vendor * nodes + node`.
 */
export interface Sums {
  nodes: number
  weight: Float64Array
  points: Float64Array
  total: Int32Array
  answered: Int32Array
  knockOuts: Int32Array
  overridden: Int32Array
}

export const emptySums = (nodes: number, vendors: number): Sums => ({
  nodes,
  weight: new Float64Array(nodes * vendors),
  points: new Float64Array(nodes * vendors),
  total: new Int32Array(nodes * vendors),
  answered: new Int32Array(nodes * vendors),
  knockOuts: new Int32Array(nodes * vendors),
  overridden: new Int32Array(nodes * vendors),
})

const copySums = (sums: Sums): Sums => ({
  nodes: sums.nodes,
  weight: sums.weight.slice(),
  points: sums.points.slice(),
  total: sums.total.slice(),
  answered: sums.answered.slice(),
  knockOuts: sums.knockOuts.slice(),
  overridden: sums.overridden.slice(),
})

/** Sums of a level; `isNew` marks those that were recomputed. */
export interface LevelSums {
  sums: Sums
  isNew: Uint8Array
}
interface KnownSums {
  sums: Sums
  versions: Uint32Array
}

/** Sums all sections. Copies from `known` the sums of sections whose cells are unchanged. */
export const sumSections = (
  prepared: PreparedEvaluation,
  rule: CellRule,
  known?: KnownSums,
): LevelSums => {
  const sections = prepared.layout.sections.length
  const sums = known ? copySums(known.sums) : emptySums(sections, prepared.vendors.length)
  const isNew = new Uint8Array(prepared.versions.length)
  for (let i = 0; i < prepared.versions.length; i += 1) {
    if (known && known.versions[i] === prepared.versions[i]) continue
    sumSection({ prepared, rule }, { sums, i })
    isNew[i] = 1
  }
  return { sums, isNew }
}

interface Cells {
  prepared: PreparedEvaluation
  rule: CellRule
}
/** One element of the arrays of `sums`. */
interface SumPlace {
  sums: Sums
  i: number
}

const sumSection = (cells: Cells, into: SumPlace): void => {
  const { sums, i } = into
  const { requirementsOf, statementsOf } = cells.prepared.layout
  const section = i % sums.nodes
  const first = at(statementsOf, at(requirementsOf, section))
  const last = at(statementsOf, at(requirementsOf, section + 1))
  sumStatements(cells, { vendor: (i - section) / sums.nodes, first, last }, into)
}

interface StatementRange {
  vendor: number
  first: number
  last: number
}

/** Sums one vendor's statements. Hot loop: use plain numbers and typed arrays only. */
export const sumStatements = (
  { prepared, rule }: Cells,
  range: StatementRange,
  into: SumPlace,
): void => {
  const {
    value,
    release,
    bits,
    layout: { statementWeight, statementKnockOut, statements },
  } = prepared
  const { lastRelease, futureCredit, unplannedCredit } = rule
  const vendorStart = range.vendor * statements.length
  let weight = 0,
    points = 0,
    total = 0,
    answered = 0,
    knockOuts = 0,
    overridden = 0
  for (let s = range.first; s < range.last; s += 1) {
    const cell = vendorStart + s
    const bit = at(bits, cell)
    if ((bit & (VISIBLE | EXCLUDED)) !== VISIBLE) continue
    const w = at(statementWeight, s),
      amount = at(value, cell),
      r = at(release, cell)
    weight += w
    points +=
      w *
      amount *
      (r === AVAILABLE || (r >= 0 && r <= lastRelease) ? 1 : r < 0 ? unplannedCredit : futureCredit)
    total += 1
    if (bit & ANSWERED) answered += 1
    if (bit & OVERRIDDEN) overridden += 1
    if (amount < at(statementKnockOut, s)) knockOuts += 1
  }
  const { sums, i } = into
  sums.weight[i] = weight
  sums.points[i] = points
  sums.total[i] = total
  sums.answered[i] = answered
  sums.knockOuts[i] = knockOuts
  sums.overridden[i] = overridden
}

interface Parents {
  childrenOf: Offsets
  vendors: number
}

/** Sums the parents from their children. Copies from `known` the sums without a new child. */
export const mergeSums = (
  children: LevelSums,
  { childrenOf, vendors }: Parents,
  known?: Sums,
): LevelSums => {
  const nodes = childrenOf.length - 1
  const sums = known ? copySums(known) : emptySums(nodes, vendors)
  const isNew = new Uint8Array(nodes * vendors)
  for (let into = 0; into < isNew.length; into += 1) {
    const node = into % nodes
    const start = ((into - node) / nodes) * children.sums.nodes
    const [first, last] = [start + at(childrenOf, node), start + at(childrenOf, node + 1)]
    if (known && children.isNew.subarray(first, last).every((flag) => flag === 0)) continue
    isNew[into] = 1
    sumChildren(sums, into, { from: children.sums, first, last })
  }
  return { sums, isNew }
}

interface ChildRange {
  from: Sums
  first: number
  last: number
}

const sumChildren = (sums: Sums, into: number, { from, first, last }: ChildRange): void => {
  clearSums(sums, into)
  for (let child = first; child < last; child += 1) {
    sums.weight[into] = at(sums.weight, into) + at(from.weight, child)
    sums.points[into] = at(sums.points, into) + at(from.points, child)
    sums.total[into] = at(sums.total, into) + at(from.total, child)
    sums.answered[into] = at(sums.answered, into) + at(from.answered, child)
    sums.knockOuts[into] = at(sums.knockOuts, into) + at(from.knockOuts, child)
    sums.overridden[into] = at(sums.overridden, into) + at(from.overridden, child)
  }
}

const clearSums = (sums: Sums, i: number): void => {
  for (const list of [
    sums.weight,
    sums.points,
    sums.total,
    sums.answered,
    sums.knockOuts,
    sums.overridden,
  ])
    list[i] = 0
}
