import type { Deadline } from '#schema/entities/project.ts'
import type { Document, Package } from '#schema/entities/structure.ts'
import { deadlineInstant } from '#schema/rules/project/deadline.ts'
import { weightProblems } from '#schema/rules/evaluation/weights.ts'

export type PublishCheckId =
  | 'requirements'
  | 'vendors'
  | 'package-weights'
  | 'document-weights'
  | 'deadline'
export interface PublishCheck {
  id: PublishCheckId
  isDone: boolean
  /**
   * What the weights total instead of 100, and where. Absent for other checks and if there is
   * nothing to weigh.
   */
  total?: number
  where?: Package
}

interface Structure {
  packages: readonly Package[]
  documents: readonly Document[]
  requirementCount: number
  vendorCount: number
  deadline: Deadline | null
  now: number
}

/** The conditions for publishing a project. The server checks the same. */
export const publishChecks = ({
  packages,
  documents,
  requirementCount,
  vendorCount,
  deadline,
  now,
}: Structure): PublishCheck[] => {
  const problems = weightProblems(packages, documents)
  const ofPackages = problems.find(({ packageId }) => packageId === null)
  const ofDocuments = packages.flatMap((where) =>
    problems
      .filter(({ packageId }) => packageId === where.id)
      .map(({ total }) => ({ where, total })),
  )
  return [
    { id: 'requirements', isDone: requirementCount > 0 },
    { id: 'vendors', isDone: vendorCount > 0 },
    // Without packages, nothing can total 100, so the check fails.
    ofPackages === undefined
      ? { id: 'package-weights', isDone: packages.length > 0 }
      : { id: 'package-weights', isDone: false, total: ofPackages.total },
    ...(ofDocuments.length === 0
      ? [{ id: 'document-weights' as const, isDone: documents.length > 0 }]
      : ofDocuments.map((problem) => ({
          id: 'document-weights' as const,
          isDone: false,
          ...problem,
        }))),
    { id: 'deadline', isDone: deadline !== null && deadlineInstant(deadline) > now },
  ]
}
