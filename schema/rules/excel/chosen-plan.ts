import type { ImportPlan, MissingAction, PlannedUpdate } from './excel-rows-plan.ts'

export interface ImportChoice {
  /** The ids of creations and changes that the person leaves out. */
  left: ReadonlySet<string>
  /** What happens to requirements that the file does not contain; undefined = they stay. */
  missingAction?: MissingAction | undefined
}

/** Changes of requirements that a person has edited since the last import. */
export const editedOf = ({ updates }: Pick<ImportPlan, 'updates'>): PlannedUpdate[] =>
  updates.filter(({ edits }) => edits.isEdited)

/**
 * The ids of the rows that stay out. Without a pick, true = taken, changes of edited requirements are
 * left: a file must not overwrite a person's work unasked.
 */
export const leftRows = (
  plan: Pick<ImportPlan, 'updates'>,
  picks: ReadonlyMap<string, boolean>,
): Set<string> => {
  const left = new Set(editedOf(plan).map(({ id }) => id))
  for (const [id, isTaken] of picks)
    if (isTaken) left.delete(id)
    else left.add(id)
  return left
}

/** The part of a plan that a person wants; sections that only rows left out need are not created. */
export const chosenPlan = (plan: ImportPlan, { left, missingAction }: ImportChoice): ImportPlan => {
  const { missingAction: _former, ...planned } = plan
  const creates = plan.creates.filter(({ id }) => !left.has(id))
  const updates = plan.updates.filter(({ id }) => !left.has(id))
  const needed = new Set([
    ...creates.map(({ sectionId }) => sectionId),
    ...updates.map(({ moveTo }) => moveTo),
    ...(plan.emptySections ?? []),
  ])
  const isReimport = plan.unknownIds.length > 0
  return {
    ...planned,
    creates,
    updates,
    sections: plan.sections.filter(({ id }) => needed.has(id)),
    withoutId: creates.filter(({ sourceId }) => sourceId === null).length,
    unknownIds: isReimport
      ? creates.flatMap(({ sourceId }) => (sourceId === null ? [] : [sourceId]))
      : [],
    ...(missingAction === undefined || missingAction.ids.length === 0 ? {} : { missingAction }),
  }
}
