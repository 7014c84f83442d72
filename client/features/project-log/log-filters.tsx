import { Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { ChainAudience } from '#schema/rules/project/project-log.ts'
import { GROUP_NAMES, GROUP_OF } from './log-groups.ts'
import { LOG_GROUPS, type LogSearch } from './log-search.ts'
import classes from './project-log.module.css'
import type { ReadLog } from './read-log.ts'

interface LogFiltersProps {
  log: ReadLog
  search: LogSearch
  setSearch: (search: LogSearch) => void
}

/** Selects the chain, if there are several, and a group of events. */
export function LogFilters({ log, search, setSearch }: LogFiltersProps) {
  const { t, i18n } = useLingui()
  const { chains, chain, entries } = log
  const present = new Set(
    entries.flatMap((entry) => ('kind' in entry ? [GROUP_OF[entry.kind]] : [])),
  )
  const groups = LOG_GROUPS.filter((group) => present.has(group) || group === search.group)
  const choose = (change: Partial<LogSearch>) => {
    const { group, chain: audience } = { ...search, ...change }
    setSearch({
      ...(audience === undefined ? {} : { chain: audience }),
      ...(group === undefined ? {} : { group }),
    })
  }
  return (
    <div role="search" className={classes.filters}>
      {chains.length > 1 && (
        <Select
          w="17em"
          label={t`History of`}
          allowDeselect={false}
          value={chain?.audience ?? null}
          onChange={(value) => setSearch(value === null ? {} : { chain: value as ChainAudience })}
          data={chains.map(({ audience, vendorId, name }) => ({
            value: audience,
            label: vendorId === null ? t`Whole project` : name,
          }))}
        />
      )}
      <Select
        w="20em"
        label={t`What`}
        allowDeselect={false}
        value={search.group ?? 'ALL'}
        onChange={(value) => choose({ group: LOG_GROUPS.find((group) => group === value) })}
        data={[
          { value: 'ALL', label: t`Anything` },
          ...groups.map((group) => ({ value: group, label: i18n._(GROUP_NAMES[group]) })),
        ]}
      />
    </div>
  )
}
