import { spreadRest, weightProblem } from '#schema/rules/evaluation/weights.ts'

/** Weight in percent by id; null = empty field. */
export type WeightDraft = Readonly<Record<string, number | null>>

/** Shares the rest up to 100 evenly among the ids without a weight. */
export const spreadDraft = (draft: WeightDraft, ids: readonly string[]): WeightDraft => {
  const weights = spreadRest(ids.map((id) => draft[id] ?? null))
  return { ...draft, ...Object.fromEntries(ids.map((id, index) => [id, weights[index] ?? null])) }
}

/** The groups (packages, or the documents of a package) whose weights do not total 100. */
export const draftProblems = (
  draft: WeightDraft,
  groups: readonly { id: string; members: readonly string[] }[],
): { id: string; total: number }[] =>
  groups.flatMap(({ id, members }) => {
    const problem = weightProblem(members.map((member) => draft[member] ?? null))
    return problem === null ? [] : [{ id, total: problem.total }]
  })
