import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import { mappingDoubts } from '../mapping-doubts.ts'
import { pageOf } from './page-of.ts'
import { type PlanFacts, type PlanList, PLAN_LISTS } from './questions.ts'

export const planFacts = (plan: ImportPlan): PlanFacts => ({
  lengths: Object.fromEntries(PLAN_LISTS.map((list) => [list, plan[list].length])) as Record<
    PlanList,
    number
  >,
  refusedRows: plan.refusedRows,
  withoutId: plan.withoutId,
  filledSections: new Set(plan.creates.map(({ sectionId }) => sectionId)).size,
  doubts: mappingDoubts(plan),
})

/** A page of a list of a plan; the longest texts are the definitions. */
export const planPage = (plan: ImportPlan, list: PlanList, from: number): readonly unknown[] =>
  list === 'creates'
    ? pageOf(plan.creates, from, ({ definition }) => definition.length)
    : pageOf<object | string>(plan[list], from)
