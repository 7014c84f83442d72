import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconFilter } from '@tabler/icons-react'
import { FindField } from '#client/ui/fields/find-field.tsx'
import { MenuButton } from '#client/ui/floating/menu-button.tsx'
import type { ReadColumn } from './column-facet.ts'
import type { DocumentSearch } from './document-filters.ts'
import { NO_FILTERS } from './no-filters.ts'
import { filterAt, isFilterable } from './table-search.ts'
import classes from './filter-bar.module.css'

export interface FilterBarProps {
  search: DocumentSearch
  setSearch: (patch: Partial<DocumentSearch>) => void
  columns: readonly ReadColumn[]
  isVendor: boolean
  /** Opens the filter of a column, which then appears as a chip. */
  onOpen: (columnId: string) => void
}

/** Search words, and a menu with a filter per column. Both are kept in the address. */
export function FilterBar({ search, setSearch, columns, isVendor, onOpen }: FilterBarProps) {
  const { t } = useLingui()
  const isSubmittedHidden =
    isVendor && (search.answer?.length ?? 0) >= 2 && search.answer?.includes('SUBMITTED') === false
  const free = columns.filter(
    (column) => isFilterable(column) && filterAt(search, column.id) === undefined,
  )
  return (
    <div className={classes.bar} role="search" aria-label={t`Filters`}>
      <FindField
        label={t`Search this document`}
        className={classes.search}
        value={search.q ?? ''}
        onChange={(q) => setSearch({ q })}
      />
      <MenuButton
        position="bottom-start"
        button={(target) => (
          <Button
            {...target}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconFilter size={15} aria-hidden />}
          >
            <Trans>Add filter</Trans>
          </Button>
        )}
        items={[
          ...(isVendor && !isSubmittedHidden
            ? [
                {
                  label: t`Hide submitted`,
                  run: () => setSearch({ answer: ['OPEN', 'DRAFT', 'WAITING'] }),
                },
              ]
            : []),
          ...(isVendor && !search.review
            ? [{ label: t`Drafts to submit`, run: () => setSearch({ review: true }) }]
            : []),
          ...free.map(({ id, header }, at) => ({
            key: id,
            label: header,
            isApart: isVendor && at === 0,
            run: () => onOpen(id),
          })),
          { label: t`Clear all filters`, isApart: true, run: () => setSearch(NO_FILTERS) },
        ]}
      />
    </div>
  )
}
