import { NativeSelect } from '@mantine/core'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { SEVERITIES } from '#schema/entities/comment.ts'
import type { CommentFilter } from '#schema/entities/local-settings.ts'
import type { Started } from '#client/lib/comment-paths.ts'
import { useRows } from '#client/lib/project-store.ts'
import { FindField } from '#client/ui/fields/find-field.tsx'
import { ChoiceSwitch } from '#client/ui/fields/choice-switch.tsx'
import { SEVERITY_WORDS } from './comment-words.ts'
import { type CommentsSearch, filtersOf } from './threads.ts'
import type { SearchPatch } from './use-comments-search.ts'
import classes from './comments-page.module.css'

interface CommentFiltersProps {
  projectId: string
  type: Started
  isVendor: boolean
  search: CommentsSearch
  setSearch: (patch: SearchPatch) => void
  /** Number of threads that match the filters. */
  count: number
  /** A thread or form is open. On a narrow screen it replaces the list. */
  isBeside: boolean
}

/** The filters above the list of threads. */
export function CommentFilters({
  projectId,
  type,
  isVendor,
  search,
  setSearch,
  count,
  isBeside,
}: CommentFiltersProps) {
  const { i18n, t } = useLingui()
  const vendors = useRows(projectId, 'projectVendor', { projectId: isVendor ? '' : projectId })
  const names: Record<CommentFilter, string> = {
    all: t`All`,
    'without official reply': t`No official reply`,
    unpublished: t`Unpublished`,
  }
  const filters = filtersOf(type, isVendor)
  const counted: Record<Started, string> = {
    Q: t`${plural(count, { one: '# question', other: '# questions' })}`,
    PP: t`${plural(count, { one: '# pain point', other: '# pain points' })}`,
    D: t`${plural(count, { one: '# discussion', other: '# discussions' })}`,
  }
  return (
    <div
      className={classes.filters}
      data-beside={isBeside || undefined}
      role="search"
      aria-label={t`Filters`}
    >
      {filters.length > 0 && (
        <ChoiceSwitch<CommentFilter>
          label={t`Show`}
          value={search.show ?? 'all'}
          onChange={(show) => setSearch({ show: show === 'all' ? undefined : show })}
          options={filters.map((value) => ({ value, label: names[value] }))}
        />
      )}
      {type === 'PP' && (
        <NativeSelect
          size="xs"
          aria-label={t`Severity`}
          value={search.severity ?? ''}
          onChange={(event) =>
            setSearch({ severity: SEVERITIES.find((one) => one === event.currentTarget.value) })
          }
          data={[
            { value: '', label: t`All severities` },
            ...SEVERITIES.map((value) => ({ value, label: i18n._(SEVERITY_WORDS[value].name) })),
          ]}
        />
      )}
      {type !== 'D' && !isVendor && vendors.length > 0 && (
        <NativeSelect
          size="xs"
          aria-label={t`Vendor`}
          value={String(search.vendor ?? '')}
          onChange={(event) =>
            setSearch({ vendor: Number(event.currentTarget.value) || undefined })
          }
          data={[
            { value: '', label: t`All vendors` },
            ...vendors.map(({ vendorId, name }) => ({ value: String(vendorId), label: name })),
          ]}
        />
      )}
      <FindField
        className={classes.find}
        label={t`Search`}
        value={search.find ?? ''}
        onChange={(find) => setSearch({ find: find === '' ? undefined : find })}
      />
      <span className={classes.count} role="status">
        {counted[type]}
      </span>
    </div>
  )
}
