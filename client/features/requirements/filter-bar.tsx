import { ActionIcon, Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconFilter, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { REQUIREMENT_STATUSES, type Section } from '#schema/entities/structure.ts'
import { FindField } from '#client/ui/find-field.tsx'
import { MenuButton } from '#client/ui/floating/menu-button.tsx'
import { useFloating } from '#client/ui/floating/use-floating.ts'
import { lazyPanel } from '#client/ui/lazy-part.tsx'
import { ANSWER_STATUSES, type DocumentSearch } from './document-filters.ts'
import { answerStatusText, requirementStatusText } from './status-cell.tsx'
import classes from './filter-bar.module.css'

interface FilterBarProps {
  search: DocumentSearch
  setSearch: (patch: Partial<DocumentSearch>) => void
  sections: readonly Section[]
  isVendor: boolean
}
type FilterKey = 'status' | 'section' | 'answer'
interface FilterChoice { key: FilterKey; name: string; options: { value: string; label: string }[] }

const load = () => import('./filter-options.tsx')
const FilterOptions = lazyPanel(() => load().then((part) => part.FilterOptions))

/** Chips for what filters the table, and a menu for more. They live in the address. */
export function FilterBar({ search, setSearch, sections, isVendor }: FilterBarProps) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<FilterKey | null>(null)
  const choices: FilterChoice[] = [
    { key: 'status', name: t`Status`, options: REQUIREMENT_STATUSES.map((value) => ({ value, label: requirementStatusText(value) })) },
    { key: 'section', name: t`Section`, options: sections.map(({ id, name }) => ({ value: id, label: name })) },
    ...(isVendor ? [{ key: 'answer' as const, name: t`Answer`, options: ANSWER_STATUSES.map((value) => ({ value, label: answerStatusText(value) })) }] : []),
  ]
  const shown = choices.filter(({ key }) => (search[key]?.length ?? 0) > 0 || opened === key)
  const hidden = choices.filter((choice) => !shown.includes(choice))
  const isSubmittedHidden = isVendor && (search.answer?.length ?? 0) >= 2 && search.answer?.includes('SUBMITTED') === false
  return (
    <div className={classes.bar} role="search" aria-label={t`Filters`}>
      <FindField label={t`Search this document`} className={classes.search} value={search.q ?? ''} onChange={(q) => setSearch({ q })} />
      {search.review && <Chip label={t`Drafts to submit`} clearLabel={t`Exit review`} onClear={() => setSearch({ review: false })} />}
      {shown.map((choice) => (
        <FilterChip
          key={choice.key} choice={choice} values={search[choice.key] ?? []} opened={opened === choice.key}
          onOpenedChange={(isOpen) => setOpened(isOpen ? choice.key : null)} onChange={(values) => setSearch({ [choice.key]: values } as Partial<DocumentSearch>)}
        />
      ))}
      <MenuButton
        position="bottom-start"
        button={(target) => <Button {...target} variant="subtle" size="compact-sm" leftSection={<IconFilter size={15} aria-hidden />}><Trans>Add filter</Trans></Button>}
        items={[
          ...hidden.map(({ key, name }) => ({ label: name, run: () => setOpened(key) })),
          ...(isVendor && !isSubmittedHidden ? [{ label: t`Hide submitted`, run: () => setSearch({ answer: ['OPEN', 'DRAFT', 'WAITING'] }) }] : []),
          ...(isVendor && !search.review ? [{ label: t`Drafts to submit`, run: () => setSearch({ review: true }) }] : []),
          { label: t`Clear all filters`, run: () => setSearch({ status: undefined, section: undefined, answer: undefined, q: undefined, review: undefined }) },
        ]}
      />
    </div>
  )
}

function FilterChip({ choice, values, opened, onOpenedChange, onChange }: {
  choice: FilterChoice
  values: readonly string[]
  opened: boolean
  onOpenedChange: (isOpen: boolean) => void
  onChange: (values: string[] | undefined) => void
}) {
  const { t } = useLingui()
  const { name, options } = choice
  const chosen = options.filter(({ value }) => values.includes(value)).map(({ label }) => label)
  const summary = chosen.length === 0 ? t`any` : chosen.slice(0, 2).join(', ') + (chosen.length > 2 ? ` +${chosen.length - 2}` : '')
  const { target, panel, isEver } = useFloating('dialog', load, [opened, onOpenedChange])
  return (
    <span className={classes.chip}>
      <button type="button" {...target} className={classes.label}>{`${name}: ${summary}`}</button>
      <ClearButton label={t`Remove the filter ${name}`} onClear={() => { onOpenedChange(false); onChange(undefined) }} />
      <Suspense fallback={null}>
        {isEver && <FilterOptions panel={panel} name={name} options={options} values={values} onChange={onChange} />}
      </Suspense>
    </span>
  )
}

function Chip({ label, clearLabel, onClear }: { label: string; clearLabel: string; onClear: () => void }) {
  return (
    <span className={classes.chip}>
      <span className={classes.label}>{label}</span>
      <ClearButton label={clearLabel} onClear={onClear} />
    </span>
  )
}

function ClearButton({ label, onClear }: { label: string; onClear: () => void }) {
  return <ActionIcon variant="subtle" color="gray" size={24} radius="xl" aria-label={label} onClick={onClear}><IconX size={13} aria-hidden /></ActionIcon>
}
