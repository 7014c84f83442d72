import { nodeScore } from '#schema/rules/evaluation/evaluation.ts'
import type { Evaluation, NodeLevel, NodeScore } from '#schema/rules/evaluation/evaluation.ts'
import { at } from '#schema/rules/evaluation/evaluation-layout.ts'
import type { Layout } from '#schema/rules/evaluation/evaluation-layout.ts'
import { idOf } from './node-names.ts'

export const ROW_LEVELS = ['package', 'document', 'section', 'requirement'] as const
export type RowLevel = (typeof ROW_LEVELS)[number]

/** One row of the matrix. `index` is the node's position in the layout of its level. */
export interface MatrixRow {
  key: string
  level: RowLevel
  index: number
  depth: number
  hasChildren: boolean
  isExpanded: boolean
}

export interface MatrixView {
  /** The deepest level that is open by default. */
  level: RowLevel
  /** Keys of the rows that the person expanded or collapsed against that default. */
  toggled: ReadonlySet<string>
  differencesOnly: boolean
  /**
   * Sorts siblings by the score of a vendor (its position in the evaluation); null = project order.
   */
  sort: { vendor: number; direction: 'descending' | 'ascending' } | null
  /** The compared vendors, as positions in the evaluation. */
  vendors: readonly number[]
}

/** The key uses the node's id, so that a row stays expanded when positions change. */
export const matrixRowKey = (layout: Layout, level: RowLevel, index: number): string =>
  `${level}:${idOf(layout, level, index)}`

/** The visible rows in order: the tree, expanded down to the chosen level. */
export const matrixRows = (evaluation: Evaluation, view: MatrixView): MatrixRow[] =>
  rowsBelow({ evaluation, view, layout: evaluation.prepared.layout }, 0, [
    0,
    evaluation.prepared.layout.packages.length,
  ]).rows

interface Walk {
  evaluation: Evaluation
  view: MatrixView
  layout: Layout
}

/** Indexes of the nodes of one level; `last` is exclusive. */
type NodeRange = readonly [first: number, last: number]

const rowsBelow = (
  walk: Walk,
  depth: number,
  range: NodeRange,
): { rows: MatrixRow[]; differs: boolean } => {
  const level = ROW_LEVELS[depth]
  const rows: MatrixRow[] = []
  let differs = false
  if (level === undefined) return { rows, differs }
  for (const index of ordered(walk, level, range)) {
    const key = matrixRowKey(walk.layout, level, index)
    const [from, to] = childRange(walk.layout, level, index)
    const isExpanded = from < to && isOpen(walk.view, depth, key)
    const below = isExpanded ? rowsBelow(walk, depth + 1, [from, to]) : { rows: [], differs: false }
    const isShown =
      !walk.view.differencesOnly ||
      below.differs ||
      scoresDiffer(walk.evaluation, { level, index }, walk.view.vendors)
    if (!isShown) continue
    differs = true
    rows.push({ key, level, index, depth, hasChildren: from < to, isExpanded }, ...below.rows)
  }
  return { rows, differs }
}

const isOpen = (view: MatrixView, depth: number, key: string): boolean =>
  depth < ROW_LEVELS.indexOf(view.level) !== view.toggled.has(key)

export const childRange = (layout: Layout, level: RowLevel, index: number): [number, number] => {
  const offsets = {
    package: layout.documentsOf,
    document: layout.sectionsOf,
    section: layout.requirementsOf,
    requirement: null,
  }[level]
  return offsets === null ? [0, 0] : [at(offsets, index), at(offsets, index + 1)]
}

const ordered = (
  { evaluation, view }: Walk,
  level: NodeLevel,
  [first, last]: NodeRange,
): number[] => {
  const indexes = Array.from({ length: last - first }, (_, i) => first + i)
  if (view.sort === null) return indexes
  const { vendor, direction } = view.sort
  const sign = direction === 'ascending' ? 1 : -1
  const scored = indexes.map((index) => ({
    index,
    score: nodeScore(evaluation, { level, index, vendor }).score,
  }))
  scored.sort((a, b) => {
    // Nodes without a score stay last in both directions.
    if (a.score === null || b.score === null)
      return a.score === b.score ? a.index - b.index : a.score === null ? 1 : -1
    return sign * (a.score - b.score) || a.index - b.index
  })
  return scored.map(({ index }) => index)
}

/** Scores closer than this read the same with two decimals. */
const SAME = 0.005

export const scoresDiffer = (
  evaluation: Evaluation,
  { level, index }: { level: NodeLevel; index: number },
  vendors: readonly number[],
): boolean => {
  const scores = vendors.map((vendor) => nodeScore(evaluation, { level, index, vendor }))
  const [head, ...rest] = scores
  return head !== undefined && rest.some((one) => differ(head, one))
}

const differ = (a: NodeScore, b: NodeScore): boolean =>
  a.score === null || b.score === null ? a.score !== b.score : Math.abs(a.score - b.score) >= SAME

/** Tint of a score: 1 below 50, 2 from 50, 3 from 65, 4 from 80; 0 without a score. */
export const tintOf = (score: number | null): 0 | 1 | 2 | 3 | 4 => {
  if (score === null) return 0
  return score < 50 ? 1 : score < 65 ? 2 : score < 80 ? 3 : 4
}
