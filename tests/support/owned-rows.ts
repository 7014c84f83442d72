import { compareRanks } from '#schema/rules/evaluation/rank.ts'
import { buildTx } from './memory-tx.ts'
import { buildOwner, buildRows } from './project-rows.ts'

/** A project in memory that its owner edits. */
export const openRows = (
  changes: Parameters<typeof buildRows>[0] = {},
  more: Partial<Parameters<typeof buildTx>[0]> = {},
) => buildTx({ rows: buildRows(changes), actor: buildOwner(), ...more })

/** Ids of a section's requirements, in their order. */
export const orderOf = (memory: ReturnType<typeof buildTx>, sectionId = 's1'): string[] =>
  memory
    .rows('requirement')
    .filter((row) => row.sectionId === sectionId)
    .toSorted(compareRanks)
    .map(({ id }) => id)
