import type { Document, Package, Requirement, Section } from '../../entities/structure.ts'
import { readStatements } from './evaluation-rows.ts'
import type { EvaluationRows, RequirementStatements, Statement } from './evaluation-rows.ts'
import { compareRanks } from './rank.ts'

/**
 * The children of parent i have the indexes `offsets[i]` to `offsets[i + 1] - 1` in the next level.
 */
export type Offsets = Int32Array

/** The project tree in order, flattened so that the statements of every node are adjacent. */
export interface Layout {
  packages: readonly Package[]
  documents: readonly Document[]
  sections: readonly Section[]
  requirements: readonly Requirement[]
  statements: readonly Statement[]
  documentsOf: Offsets
  sectionsOf: Offsets
  requirementsOf: Offsets
  statementsOf: Offsets
  statementWeight: Float64Array
  statementKnockOut: Float64Array
  asksRelease: Uint8Array
  parsed: readonly RequirementStatements[]
  sectionOfRequirement: Int32Array
  /**
   * Definition text → statements; passed to the next layout, so that only changed definitions are
   * parsed again.
   */
  cache: ReadonlyMap<string, RequirementStatements>
}

export const layoutOf = (rows: EvaluationRows, known: Layout['cache'] = new Map()): Layout => {
  const cache = new Map<string, RequirementStatements>()
  const read = (text: string): RequirementStatements => {
    const found = cache.get(text) ?? known.get(text) ?? readStatements(text)
    cache.set(text, found)
    return found
  }
  const packages = [...rows.packages].sort(compareRanks)
  const [documents, documentsOf] = children(packages, rows.documents, (row) => row.packageId)
  const [sections, sectionsOf] = children(documents, rows.sections, (row) => row.documentId)
  const [requirements, requirementsOf] = children(
    sections,
    rows.requirements,
    (row) => row.sectionId,
  )
  const parsed = requirements.map((row) => read(row.definition))
  const statements = parsed.flatMap((one) => one.statements)
  return {
    packages,
    documents,
    sections,
    requirements,
    statements,
    documentsOf,
    sectionsOf,
    requirementsOf,
    statementsOf: offsets(parsed.map((one) => one.statements.length)),
    statementWeight: Float64Array.from(statements, (one) => one.weight),
    statementKnockOut: Float64Array.from(statements, (one) => one.knockOut),
    asksRelease: Uint8Array.from(statements, (one) => (one.asksRelease ? 1 : 0)),
    parsed,
    sectionOfRequirement: parentIndex(requirementsOf),
    cache,
  }
}

interface Ranked {
  id: string
  rank: string
}

/** Leaves out rows whose parent is missing. */
const children = <P extends { id: string }, C extends Ranked>(
  parents: readonly P[],
  rows: readonly C[],
  parentOf: (row: C) => string,
): [C[], Offsets] => {
  const groups = new Map<string, C[]>(parents.map((parent) => [parent.id, []]))
  for (const row of rows) groups.get(parentOf(row))?.push(row)
  const ordered = [...groups.values()].map((group) => group.sort(compareRanks))
  return [ordered.flat(), offsets(ordered.map((group) => group.length))]
}

const offsets = (lengths: readonly number[]): Offsets => {
  const result = new Int32Array(lengths.length + 1)
  lengths.forEach((length, i) => {
    result[i + 1] = at(result, i) + length
  })
  return result
}

const parentIndex = (childrenOf: Offsets): Int32Array => {
  const result = new Int32Array(at(childrenOf, childrenOf.length - 1))
  for (let parent = 0; parent < childrenOf.length - 1; parent += 1)
    result.fill(parent, at(childrenOf, parent), at(childrenOf, parent + 1))
  return result
}

/** Returns an element of a typed array. An index out of range is a bug, not a missing value. */
export const at = (list: { readonly [index: number]: number }, index: number): number =>
  list[index] ?? Number.NaN
