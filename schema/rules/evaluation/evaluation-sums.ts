import { at } from './evaluation-layout.ts'
import type { Offsets } from './evaluation-layout.ts'
import { ANSWERED, AVAILABLE, EXCLUDED, OVERRIDDEN, VISIBLE } from './evaluation-prepare.ts'
import type { PreparedEvaluation } from './evaluation-prepare.ts'

/** How much of a value counts, by the position of its release. */
export interface CellRule {
  /** Last position in the order of releases that counts in full. */
  lastRelease: number
  futureCredit: number
  unplannedCredit: number
}

/** Σ w, Σ w·value·f and counts of every node of a level, vendor by vendor. */
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

/** Sums of a level, and which of them (`vendor * nodes + node`) were recomputed. */
export interface LevelSums {
  sums: Sums
  isNew: Uint8Array
}
interface KnownSums {
  sums: Sums
  versions: Uint32Array
}

/** Sums of all sections; those whose cells did not change since `known` are taken over. */
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
    sumSection(prepared, rule, sums, i)
    isNew[i] = 1
  }
  return { sums, isNew }
}

const sumSection = (prepared: PreparedEvaluation, rule: CellRule, sums: Sums, i: number): void => {
  const { requirementsOf, statementsOf } = prepared.layout
  const section = i % sums.nodes
  const first = at(statementsOf, at(requirementsOf, section))
  const last = at(statementsOf, at(requirementsOf, section + 1))
  sumStatements(prepared, rule, { vendor: (i - section) / sums.nodes, first, last }, { sums, i })
}

interface StatementRange {
  vendor: number
  first: number
  last: number
}

/**
 * Adds up one vendor's statements into place `i`. The hot loop: plain numbers and typed arrays
 * only.
 */
export const sumStatements = (
  prepared: PreparedEvaluation,
  rule: CellRule,
  range: StatementRange,
  into: { sums: Sums; i: number },
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

/**
 * Sums of the parents out of their children's; those without a new child are taken over from
 * `known`.
 */
export const mergeSums = (
  children: LevelSums,
  childrenOf: Offsets,
  vendors: number,
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
    clearSums(sums, into)
    for (let child = first; child < last; child += 1) addSums(sums, into, children.sums, child)
  }
  return { sums, isNew }
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

const addSums = (sums: Sums, into: number, from: Sums, i: number): void => {
  sums.weight[into] = at(sums.weight, into) + at(from.weight, i)
  sums.points[into] = at(sums.points, into) + at(from.points, i)
  sums.total[into] = at(sums.total, into) + at(from.total, i)
  sums.answered[into] = at(sums.answered, into) + at(from.answered, i)
  sums.knockOuts[into] = at(sums.knockOuts, into) + at(from.knockOuts, i)
  sums.overridden[into] = at(sums.overridden, into) + at(from.overridden, i)
}
