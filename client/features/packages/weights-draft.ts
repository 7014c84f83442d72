import { spreadRest, weightProblem } from '#schema/rules/evaluation/weights.ts'

/** id → per cent; null = nothing typed. */
export type WeightDraft = Readonly<Record<string, number | null>>

/** Shares what is left to 100 among the ids without a weight. */
export const spreadDraft = (draft: WeightDraft, ids: readonly string[]): WeightDraft => {
  const weights = spreadRest(ids.map((id) => draft[id] ?? null))
  return { ...draft, ...Object.fromEntries(ids.map((id, index) => [id, weights[index] ?? null])) }
}

/** Groups (the packages, then each package's documents) that do not total 100. */
export const draftProblems = (
  draft: WeightDraft,
  groups: readonly { id: string; members: readonly string[] }[],
): { id: string; total: number }[] =>
  groups.flatMap(({ id, members }) => {
    const problem = weightProblem(members.map((member) => draft[member] ?? null))
    return problem === null ? [] : [{ id, total: problem.total }]
  })
