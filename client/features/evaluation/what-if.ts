import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { at } from '#schema/rules/evaluation/evaluation-layout.ts'
import { spreadEvenly, weightProblem } from '#schema/rules/evaluation/weights.ts'
import type { CommandArgs } from '#schema/mutations/inputs.ts'

/** Weights tried out on this device only, by id of package and document. */
export interface WhatIf {
  packages: Readonly<Record<string, number>>
  documents: Readonly<Record<string, number>>
}

/**
 * Siblings whose weights must total 100: the packages (packageId null) or the documents of one
 * package.
 */
export interface WhatIfGroup {
  packageId: string | null
  name: string
  total: number
  isRight: boolean
}

/** Starts a what-if from the weights in use: the saved ones, or equal shares if none were set. */
export const startWhatIf = ({ prepared: { layout }, weights }: Evaluation): WhatIf => ({
  packages: startOf(layout.packages, weights.package),
  documents: Object.assign(
    {},
    ...layout.packages.map((_, i) => {
      const [first, last] = [at(layout.documentsOf, i), at(layout.documentsOf, i + 1)]
      return startOf(layout.documents.slice(first, last), weights.document.subarray(first, last))
    }),
  ) as WhatIf['documents'],
})

const startOf = (
  rows: readonly { id: string; weight: number | null }[],
  inUse: Float64Array,
): Record<string, number> => {
  const even = spreadEvenly(rows)
  const isUnset = rows.every((row) => row.weight === null)
  return Object.fromEntries(rows.map((row, i) => [row.id, isUnset ? (even[i] ?? 0) : at(inUse, i)]))
}

export const withWeight = (
  whatIf: WhatIf,
  { kind, id }: { kind: 'package' | 'document'; id: string },
  weight: number,
): WhatIf =>
  kind === 'package'
    ? { ...whatIf, packages: { ...whatIf.packages, [id]: weight } }
    : { ...whatIf, documents: { ...whatIf.documents, [id]: weight } }

export const weightGroups = (
  { prepared: { layout } }: Evaluation,
  whatIf: WhatIf,
): WhatIfGroup[] => {
  const group = (packageId: string | null, name: string, list: number[]): WhatIfGroup => {
    const problem = weightProblem(list)
    return { packageId, name, total: problem?.total ?? 100, isRight: problem === null }
  }
  return [
    group(
      null,
      '',
      layout.packages.map((row) => whatIf.packages[row.id] ?? 0),
    ),
    ...layout.packages.map((pack, i) =>
      group(
        pack.id,
        pack.name,
        layout.documents
          .slice(at(layout.documentsOf, i), at(layout.documentsOf, i + 1))
          .map((row) => whatIf.documents[row.id] ?? 0),
      ),
    ),
  ]
}

/** Sets equal weights for the siblings of a group. */
export const spreadGroup = (
  { prepared: { layout } }: Evaluation,
  whatIf: WhatIf,
  packageId: string | null,
): WhatIf => {
  const shares = (rows: readonly { id: string }[]): Record<string, number> =>
    Object.fromEntries(spreadEvenly(rows).map((weight, i) => [rows[i]?.id ?? '', weight]))
  if (packageId === null) return { ...whatIf, packages: shares(layout.packages) }
  return {
    ...whatIf,
    documents: {
      ...whatIf.documents,
      ...shares(layout.documents.filter((row) => row.packageId === packageId)),
    },
  }
}

export const weightsCommand = (
  { prepared: { layout } }: Evaluation,
  whatIf: WhatIf,
): Omit<CommandArgs['weights.set'], 'projectId'> => ({
  packages: layout.packages.map((row) => ({ id: row.id, weight: whatIf.packages[row.id] ?? 0 })),
  documents: layout.documents.map((row) => ({ id: row.id, weight: whatIf.documents[row.id] ?? 0 })),
})
