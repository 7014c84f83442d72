import { useMemo } from 'react'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Document, Package, Requirement } from '#schema/entities/structure.ts'
import { commitmentStatus } from '#schema/rules/answers/commitments.ts'
import { useIsWhole, useRowIds, useRows } from '../../lib/project-store.ts'

export interface Counts {
  total: number
  /** Drafts plus submitted answers. */
  answered: number
  submitted: number
  /** Submitted on this device, not yet accepted by the server. */
  waiting: number
}
export interface DocumentProgress extends Counts {
  document: Document
}
export interface PackageProgress extends Counts {
  package: Package
  documents: readonly DocumentProgress[]
}

export const useRequirementCount = (projectId: string): number =>
  useRowIds(projectId, 'requirement', { projectId }).length

const add = (a: Counts, b: Counts): Counts => ({
  total: a.total + b.total,
  answered: a.answered + b.answered,
  submitted: a.submitted + b.submitted,
  waiting: a.waiting + b.waiting,
})
const NOTHING: Counts = { total: 0, answered: 0, submitted: 0, waiting: 0 }
export const sumCounts = (list: readonly Counts[]): Counts => list.reduce(add, NOTHING)

interface CountedRows {
  packages: readonly Package[]
  documents: readonly Document[]
  requirements: readonly Requirement[]
  commitments: readonly Commitment[]
}

/** Counts the requirements per package and document, and how many of them the given answers cover. */
export const countProgress = ({
  packages,
  documents,
  requirements,
  commitments,
}: CountedRows): PackageProgress[] => {
  const byDocument = new Map<string, Counts>()
  const count = (documentId: string, more: Counts) =>
    byDocument.set(documentId, add(byDocument.get(documentId) ?? NOTHING, more))
  for (const requirement of requirements) count(requirement.documentId, { ...NOTHING, total: 1 })
  for (const commitment of commitments) {
    const status = commitmentStatus(commitment)
    if (status === 'OPEN') continue
    count(commitment.documentId, {
      total: 0,
      answered: 1,
      submitted: Number(status === 'SUBMITTED'),
      waiting: Number(status === 'WAITING'),
    })
  }
  return packages.map((row) => {
    const inside = documents
      .filter((document) => document.packageId === row.id)
      .map((document) => ({
        document,
        ...(byDocument.get(document.id) ?? NOTHING),
      }))
    return { package: row, documents: inside, ...sumCounts(inside) }
  })
}

/**
 * Progress of a vendor's own answers; null until all rows are read. For requestors it counts only
 * requirements; another table shows their vendors' progress.
 */
export const useProgress = (projectId: string, isVendor: boolean): PackageProgress[] | null => {
  const packages = useRows(projectId, 'package', { projectId })
  const documents = useRows(projectId, 'document', { projectId })
  const requirements = useRows(projectId, 'requirement', { projectId })
  const ofVendor = { projectId: isVendor ? projectId : '' }
  const commitments = useRows(projectId, 'commitment', ofVendor)
  const hasRequirements = useIsWhole(projectId, 'requirement', { projectId })
  const hasCommitments = useIsWhole(projectId, 'commitment', ofVendor)
  const isWhole = hasRequirements && hasCommitments
  return useMemo(
    () => (isWhole ? countProgress({ packages, documents, requirements, commitments }) : null),
    [isWhole, packages, documents, requirements, commitments],
  )
}
