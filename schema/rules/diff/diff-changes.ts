import type { CHANGE_KINDS } from '../../entities/history.ts'
import type { Requirement } from '../../entities/structure.ts'
import { diffDefinitions } from './diff-parameters.ts'
import { changedFields } from './diff-status.ts'

export type ChangeKind = (typeof CHANGE_KINDS)[number]

/**
 * Returns the entries of the change log for one requirement; null = it did not exist on that side.
 * Returns none if no readable part changed.
 */
export const changeKinds = (
  before: Requirement | null,
  after: Requirement | null,
): ChangeKind[] => {
  if (before === null) return after === null ? [] : ['created requirement']
  if (after === null) return ['deleted requirement']
  const parameters = diffDefinitions(before.definition, after.definition)
  const isAdded = parameters.some(({ status }) => status === 'NEW')
  const isChanged =
    parameters.some(({ status }) => status === 'CHANGED' || status === 'REMOVED') ||
    changedFields(before, after, ['name', 'vendorHelp', 'evaluatorHelp', 'sectionId', 'excluded'])
      .length > 0
  return [
    ...(isChanged ? ['changed' as const] : []),
    ...(isAdded ? ['added new parameters' as const] : []),
  ]
}
