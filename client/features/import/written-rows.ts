import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'

/** The requirements that plans write, by id, with the names that a person knows them by. */
export const writtenRows = (plans: readonly ImportPlan[]): ReadonlyMap<string, string> =>
  new Map(
    plans.flatMap(({ creates, updates, missingAction }): [string, string][] => [
      ...creates.map(({ id, name }): [string, string] => [id, name]),
      ...updates.map(({ id, label, name }): [string, string] => [id, `${label} ${name}`]),
      ...(missingAction?.ids ?? []).map((id): [string, string] => [id, '']),
    ]),
  )
