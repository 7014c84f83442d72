import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { seen, seenList, type SeenTable } from '#schema/rules/export/seen-table.ts'
import { STATES } from './state-names.ts'

/** The projects that the filters leave, in the order of the list. */
export const seenProjects = (projects: readonly ProjectSummary[]): SeenTable =>
  seenList(
    i18n._(msg`Projects`),
    [
      [seen(i18n._(msg`Favourite`), 'yesNo'), ({ favorite }) => favorite],
      [seen(i18n._(msg`Project`)), ({ name }) => name],
      [seen(i18n._(msg`Version`)), ({ version }) => version],
      [seen(i18n._(msg`Tags`)), ({ tags }) => tags.join(', ')],
      [seen(i18n._(msg`Status`)), ({ state }) => i18n._(STATES[state].name)],
      [seen(i18n._(msg`Restored`), 'time'), ({ restored }) => restored?.on ?? null],
      [seen(i18n._(msg`Deadline`), 'date'), ({ deadline }) => deadline?.date ?? null],
      [seen(i18n._(msg`Requirements`), 'number'), ({ requirementCount }) => requirementCount],
      [seen(i18n._(msg`Owner`)), ({ ownerName }) => ownerName],
      [seen(i18n._(msg`Changed`), 'time'), ({ updatedOn }) => updatedOn],
    ],
    projects,
  )
