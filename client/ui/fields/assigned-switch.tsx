import { useLingui } from '@lingui/react/macro'
import type { AssignedFilter, AssignedSearch } from '../../lib/assigned-filter.ts'
import { ChoiceSwitch } from './choice-switch.tsx'

interface AssignedSwitchProps {
  search: AssignedSearch
  setSearch: (search: AssignedSearch) => void
}

/** Filters a list of documents by the people to whom they are assigned. */
export function AssignedSwitch({ search, setSearch }: AssignedSwitchProps) {
  const { t } = useLingui()
  return (
    <ChoiceSwitch<AssignedFilter | 'all'>
      label={t`Assigned to`}
      value={search.assigned ?? 'all'}
      onChange={(value) => setSearch(value === 'all' ? {} : { assigned: value })}
      options={[
        { value: 'all', label: t({ message: 'All', context: 'documents' }) },
        { value: 'me', label: t`Assigned to me` },
        { value: 'unassigned', label: t`Unassigned` },
      ]}
    />
  )
}
