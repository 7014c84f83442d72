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

/** Returns the id that identifies a row in every version of its project. */
export const lineageOf = ({
  id,
  lineageId,
}: {
  id: string
  lineageId?: string | undefined
}): string => lineageId ?? id

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

const sidesOf = (tree: ProjectTree): { [K in NodeKind]: Side<K> } => ({
  package: sideOf<'package'>(tree.packages, [], (row) => row.projectId),
  document: sideOf<'document'>(tree.documents, tree.packages, (row) => row.packageId),
  section: sideOf<'section'>(tree.sections, tree.documents, (row) => row.documentId),
  requirement: sideOf<'requirement'>(tree.requirements, tree.sections, (row) => row.sectionId),
})

/**
 * Compares two versions as one tree, matched by lineage, in the later order, with removed rows at
 * their former places.
 */
export const diffTrees = (before: ProjectTree, after: ProjectTree): TreeDiff[] => {
  const [former, latter] = [sidesOf(before), sidesOf(after)]
  const below = (level: number, parent: string | null): TreeDiff[] => {
    const kind = NODE_KINDS[level]
    return kind === undefined
      ? []
      : children(kind, parent, (lineageId) => below(level + 1, lineageId))
  }
  const children = <K extends NodeKind>(
    kind: K,
    parent: string | null,
    childrenOf: (lineageId: string) => TreeDiff[],
  ): TreeDiff[] => {
    const [old, now]: [Side<K>, Side<K>] = [former[kind], latter[kind]]
    // A row that both sides have is placed as in the later version.
    const all = new Map([...old, ...now])
    const ids = (side: Side<K>): string[] =>
      [...side.keys()].filter((lineageId) => all.get(lineageId)?.parent === parent)
    return interleave(ids(now), ids(old)).map((lineageId) => {
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
        children: childrenOf(lineageId),
      } as unknown as TreeDiff
    })
  }
  return below(0, null)
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
