import type { ProjectTree } from '#schema/rules/diff/diff-tree.ts'

interface Trees {
  before: ProjectTree
  after: ProjectTree
}

const arePublished = ({ packages, documents }: ProjectTree): boolean =>
  [...packages, ...documents].every((row) => row.isWeightPublished === true)

const withoutWeights = (tree: ProjectTree): ProjectTree => ({
  ...tree,
  packages: tree.packages.map((row) => ({ ...row, weight: null })),
  documents: tree.documents.map((row) => ({ ...row, weight: null })),
})

/**
 * The trees as a vendor can compare them. A vendor reads weights only where they are published, so
 * a weight that one version publishes and the other does not would be shown as changed.
 */
export const publicTree = (before: ProjectTree, after: ProjectTree): Trees =>
  arePublished(before) && arePublished(after)
    ? { before, after }
    : { before: withoutWeights(before), after: withoutWeights(after) }
