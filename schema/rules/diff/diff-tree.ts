import type { Document, Package, Requirement, Section } from '../../entities/structure.ts'
import {
  changedFields,
  DIFF_STATUSES,
  type Difference,
  type DiffStatus,
  differenceOf,
} from './diff-status.ts'
import { interleave, sameValue } from '../answers/merge.ts'
import { parseDefinition } from '../definition/parameters.ts'
import { compareRanks } from '../evaluation/rank.ts'
import { lineageOf } from './lineage.ts'

export { lineageOf }

/** The content of one version of a project. */
export interface ProjectTree {
  packages: readonly Package[]
  documents: readonly Document[]
  sections: readonly Section[]
  requirements: readonly Requirement[]
}
interface Nodes {
  package: Package
  document: Document
  section: Section
  requirement: Requirement
}
export type NodeKind = keyof Nodes
export const NODE_KINDS = [
  'package',
  'document',
  'section',
  'requirement',
] as const satisfies readonly NodeKind[]

export type TreeDiff = {
  [K in NodeKind]: Difference<Nodes[K]> & { kind: K; lineageId: string; children: TreeDiff[] }
}[NodeKind]

/**
 * Order, owners and decisions of evaluators are not content: a new version with other owners is
 * unchanged.
 */
const changesOf: { [K in NodeKind]: (before: Nodes[K], after: Nodes[K]) => string[] } = {
  package: (before, after) => changedFields(before, after, ['name', 'weight']),
  document: (before, after) => changedFields(before, after, ['name', 'prefix', 'weight']),
  section: (before, after) => changedFields(before, after, ['name']),
  requirement: (before, after) => [
    ...changedFields(before, after, ['name', 'vendorHelp', 'evaluatorHelp']),
    ...(before.definition === after.definition ||
    sameValue(parseDefinition(before.definition), parseDefinition(after.definition))
      ? []
      : ['definition']),
  ],
}

interface Entry<K extends NodeKind> {
  row: Nodes[K]
  parent: string | null
}
/** The rows of one kind by lineage, in order, each with its parent's lineage. */
type Side<K extends NodeKind> = ReadonlyMap<string, Entry<K>>
type Sides = { [K in NodeKind]: Side<K> }

const sideOf = <K extends NodeKind>(
  rows: readonly Nodes[K][],
  parents: readonly { id: string; lineageId?: string | undefined }[],
  parentIdOf: (row: Nodes[K]) => string,
): Side<K> => {
  const lineages = new Map(parents.map((parent) => [parent.id, lineageOf(parent)]))
  return new Map(
    [...rows]
      .sort(compareRanks)
      .map((row) => [lineageOf(row), { row, parent: lineages.get(parentIdOf(row)) ?? null }]),
  )
}

function* sidesOf(tree: ProjectTree): Generator<void, Sides> {
  const packages = sideOf<'package'>(tree.packages, [], (row) => row.projectId)
  const documents = sideOf<'document'>(tree.documents, tree.packages, (row) => row.packageId)
  const sections = sideOf<'section'>(tree.sections, tree.documents, (row) => row.documentId)
  yield
  return {
    package: packages,
    document: documents,
    section: sections,
    requirement: sideOf<'requirement'>(tree.requirements, tree.sections, (row) => row.sectionId),
  }
}

/** The lineages of one side by parent. `parentOf` decides the parent, the side the order. */
const byParent = (
  side: Iterable<string>,
  parentOf: (lineageId: string) => string | null,
): ReadonlyMap<string | null, string[]> => {
  const groups = new Map<string | null, string[]>()
  for (const lineageId of side) {
    const parent = parentOf(lineageId)
    const group = groups.get(parent)
    if (group === undefined) groups.set(parent, [lineageId])
    else group.push(lineageId)
  }
  return groups
}

/** The children of each parent, in the later order, with removed ones at their former places. */
const childrenOf = <K extends NodeKind>(
  old: Side<K>,
  now: Side<K>,
): ((parent: string | null) => string[]) => {
  // A row that both sides have is placed as in the later version.
  const parentOf = (lineageId: string): string | null =>
    (now.get(lineageId) ?? old.get(lineageId))?.parent ?? null
  const [former, latter] = [byParent(old.keys(), parentOf), byParent(now.keys(), parentOf)]
  return (parent) => interleave(latter.get(parent) ?? [], former.get(parent) ?? [])
}

const nodeOf = <K extends NodeKind>(
  kind: K,
  [old, now]: [Side<K>, Side<K>],
  lineageId: string,
): Omit<TreeDiff, 'children'> => {
  const difference = differenceOf(
    old.get(lineageId) ?? null,
    now.get(lineageId) ?? null,
    (one, other) => [
      ...changesOf[kind](one.row, other.row),
      ...(one.parent === other.parent ? [] : ['place']),
    ],
  )
  return {
    ...difference,
    kind,
    lineageId,
    before: difference.before?.row ?? null,
    after: difference.after?.row ?? null,
  } as unknown as Omit<TreeDiff, 'children'>
}

/**
 * Compares two versions as one tree, matched by lineage, in the later order, with removed rows at
 * their former places. Yields between rows, so that a caller can pause a long comparison.
 */
export function* diffTreesInTurns(
  before: ProjectTree,
  after: ProjectTree,
): Generator<void, TreeDiff[]> {
  const [former, latter] = [yield* sidesOf(before), yield* sidesOf(after)]
  const under = {
    package: childrenOf(former.package, latter.package),
    document: childrenOf(former.document, latter.document),
    section: childrenOf(former.section, latter.section),
    requirement: childrenOf(former.requirement, latter.requirement),
  }
  function* below(level: number, parent: string | null): Generator<void, TreeDiff[]> {
    const kind = NODE_KINDS[level]
    const nodes: TreeDiff[] = []
    if (kind === undefined) return nodes
    for (const lineageId of under[kind](parent)) {
      yield
      const node = nodeOf<NodeKind>(kind, [former[kind], latter[kind]], lineageId)
      nodes.push({ ...node, children: yield* below(level + 1, lineageId) } as TreeDiff)
    }
    return nodes
  }
  return yield* below(0, null)
}

/** Compares two versions at once, see `diffTreesInTurns`. */
export const diffTrees = (before: ProjectTree, after: ProjectTree): TreeDiff[] => {
  const turns = diffTreesInTurns(before, after)
  for (;;) {
    const turn = turns.next()
    if (turn.done === true) return turn.value
  }
}

const none = (): Record<DiffStatus, number> =>
  Object.fromEntries(DIFF_STATUSES.map((status) => [status, 0])) as Record<DiffStatus, number>

/** Counts the nodes of each kind by status, over all levels. */
export const countDifferences = (
  nodes: readonly TreeDiff[],
): Record<NodeKind, Record<DiffStatus, number>> => {
  const counts = { package: none(), document: none(), section: none(), requirement: none() }
  const add = ({ kind, status, children }: TreeDiff): void => {
    counts[kind][status] += 1
    children.forEach(add)
  }
  nodes.forEach(add)
  return counts
}
