import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'

/** The same with ids by the order in which they occur. */
export const withoutIds = (plan: ImportPlan): unknown => {
  const numbers = new Map<string, number>()
  const text = JSON.stringify(plan)
  return JSON.parse(
    text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) => {
      const no = numbers.get(id) ?? numbers.size
      numbers.set(id, no)
      return `#${no}`
    }),
  )
}
