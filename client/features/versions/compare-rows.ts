import type { DiffStatus } from '#schema/rules/diff/diff-status.ts'
import type { TreeDiff } from '#schema/rules/diff/diff-tree.ts'

export type StatusCounts = Record<DiffStatus, number>

/** One line of the comparison. */
export interface CompareRow {
  /** The same while the comparison is computed again. */
  key: string
  node: TreeDiff
  depth: number
  /** Some of its children are shown when it is expanded. */
  hasChildren: boolean
  isExpanded: boolean
}

export interface CompareView {
  statuses: ReadonlySet<DiffStatus>
  /** Whether rows are expanded by default. */
  isExpanded: boolean
  /** Keys of the rows that the person expanded or collapsed against the default. */
  toggled: ReadonlySet<string>
}

export const rowKeyOf = ({ kind, lineageId }: TreeDiff): string => `${kind}:${lineageId}`

const noCounts = (): StatusCounts => ({ UNCHANGED: 0, NEW: 0, CHANGED: 0, REMOVED: 0 })
const STATUSES = Object.keys(noCounts()) as DiffStatus[]

/** The statuses of each node and of all nodes below it. */
export const countBelow = (nodes: readonly TreeDiff[]): ReadonlyMap<TreeDiff, StatusCounts> => {
  const counted = new Map<TreeDiff, StatusCounts>()
  const count = (node: TreeDiff): StatusCounts => {
    const counts = noCounts()
    counts[node.status] += 1
    for (const child of node.children) {
      const below = count(child)
      for (const status of STATUSES) counts[status] += below[status]
    }
    counted.set(node, counts)
    return counts
  }
  nodes.forEach(count)
  return counted
}

/** The statuses of all rows, whatever their kind. */
export const countRows = (
  nodes: readonly TreeDiff[],
  counted: ReadonlyMap<TreeDiff, StatusCounts>,
): StatusCounts => {
  const counts = noCounts()
  for (const node of nodes)
    for (const status of STATUSES) counts[status] += counted.get(node)?.[status] ?? 0
  return counts
}

/** The rows with a shown status, and the rows above them, in the order of the comparison. */
export const compareRows = (
  nodes: readonly TreeDiff[],
  counted: ReadonlyMap<TreeDiff, StatusCounts>,
  { statuses, isExpanded, toggled }: CompareView,
): CompareRow[] => {
  const rows: CompareRow[] = []
  const isShown = (node: TreeDiff): boolean =>
    [...statuses].some((status) => (counted.get(node)?.[status] ?? 0) > 0)
  const add = (list: readonly TreeDiff[], depth: number): void => {
    for (const node of list) {
      if (!isShown(node)) continue
      const key = rowKeyOf(node)
      const hasChildren = node.children.some(isShown)
      const isOpen = hasChildren && isExpanded !== toggled.has(key)
      rows.push({ key, node, depth, hasChildren, isExpanded: isOpen })
      if (isOpen) add(node.children, depth + 1)
    }
  }
  add(nodes, 0)
  return rows
}

/** The row above in the tree; -1 = none. */
export const parentIndex = (rows: readonly CompareRow[], index: number): number => {
  const depth = rows[index]?.depth ?? 0
  for (let at = index - 1; at >= 0; at -= 1) if ((rows[at]?.depth ?? 0) < depth) return at
  return -1
}

/** The next row that differs, in either direction; -1 = none. */
export const nextDifference = (rows: readonly CompareRow[], from: number, step: 1 | -1): number => {
  for (let at = from + step; at >= 0 && at < rows.length; at += step)
    if (rows[at]?.node.status !== 'UNCHANGED') return at
  return -1
}
