import type { ProjectSummary } from '#schema/api/sync.ts'
import { areAnswersOpen } from '#schema/rules/access/access.ts'
import type { CloneOptions } from '#schema/rules/definition/clone.ts'

export type CloneOption = keyof CloneOptions

/** Why an option cannot be chosen for a project. */
export type OptionDenial = 'needs requirements' | 'needs members' | 'no access' | 'sealed'

/** Why an option has no effect or is refused; null = it can be chosen. */
export const optionDenial = (
  option: CloneOption,
  source: ProjectSummary,
  options: CloneOptions,
): OptionDenial | null => {
  if (option === 'roles') return options.members ? null : 'needs members'
  if (option !== 'vendorAnswers') return null
  if (!source.me.permissions.includes('SC_BROWSE')) return 'no access'
  if (!areAnswersOpen(source)) return 'sealed'
  return options.requirements ? null : 'needs requirements'
}

/** The options as they are sent: those that cannot be chosen are off. */
export const sentOptions = (source: ProjectSummary, options: CloneOptions): CloneOptions => ({
  ...options,
  vendorAnswers: options.vendorAnswers && optionDenial('vendorAnswers', source, options) === null,
})

/** The projects that the person may copy, by name. */
export const cloneSources = (projects: readonly ProjectSummary[]): ProjectSummary[] =>
  projects
    .filter(({ me, state }) => me.relation !== 'vendor' && state !== 'INITIALIZING')
    .toSorted((a, b) => a.name.localeCompare(b.name) || b.createdOn - a.createdOn)
