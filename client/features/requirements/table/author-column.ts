import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TeamMember } from '#client/lib/assigned-to.ts'
import type { TableColumn } from '../filters/column-facet.ts'

/** The column with the person who last changed the row; shown only if chosen. */
export const authorColumn = <Row>(nameOf: (row: Row) => string | null): TableColumn<Row> => ({
  id: 'lastUpdateBy',
  header: i18n._(msg`Last change by`),
  width: 150,
  optional: true,
  facet: { kind: 'text' },
  value: nameOf,
})

/** The author of a requirement; null = unknown. Administrators need not be on the team. */
export const authorName = (
  updatedBy: number | undefined,
  team: readonly TeamMember[],
): string | null =>
  updatedBy === undefined
    ? null
    : (team.find(({ id }) => id === updatedBy)?.name ?? i18n._(msg`Not on the team`))
