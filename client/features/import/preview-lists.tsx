import { Tabs, TextInput } from '@mantine/core'
import { Plural, useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { ImportMapping } from '#schema/rules/excel/excel-rows-mapping.ts'
import type { ImportPlan } from '#schema/rules/excel/excel-rows-plan.ts'
import classes from './import-dialog.module.css'
import { matchesFilter, PREVIEW_TABS, previewItems, type PreviewTab } from './preview-items.ts'
import { PreviewList } from './preview-list.tsx'

/** The lists behind the counts. Refused rows come first, because they need a decision. */
export function PreviewLists({ plan, mapping }: { plan: ImportPlan; mapping: ImportMapping }) {
  const { t, i18n } = useLingui()
  const counts = {
    refused: plan.refused.length,
    creates: plan.creates.length,
    updates: plan.updates.length,
    unchanged: plan.unchanged.length,
    missing: plan.missing.length,
  } satisfies Record<PreviewTab, number>
  const labels = {
    refused: t`Refused`,
    creates: t`Created`,
    updates: t`Updated`,
    unchanged: t`Unchanged`,
    missing: t`Not in the file`,
  } satisfies Record<PreviewTab, string>
  const [tab, setTab] = useState<PreviewTab>(
    () => PREVIEW_TABS.find((one) => counts[one] > 0) ?? 'creates',
  )
  const [filter, setFilter] = useState('')
  const all = useMemo(() => previewItems(plan, tab, mapping), [plan, tab, mapping])
  const items = all.filter((item) => matchesFilter(item, filter))
  return (
    <Tabs
      value={tab}
      onChange={(value) => setTab(PREVIEW_TABS.find((one) => one === value) ?? 'creates')}
      keepMounted={false}
    >
      <Tabs.List>
        {PREVIEW_TABS.map((one) => (
          <Tabs.Tab
            key={one}
            value={one}
            data-tone={one === 'refused' && counts[one] > 0 ? 'red' : undefined}
          >
            {labels[one]} {i18n.number(counts[one])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} pt="xs">
        <div className={classes.filter}>
          <TextInput
            aria-label={t`Filter the list`}
            placeholder={t`Filter by cell, ID or text`}
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
          <span role="status">
            <Plural value={items.length} one="# line" other="# lines" />
          </span>
        </div>
        {items.length > 0 && <PreviewList key={tab} items={items} label={labels[tab]} />}
      </Tabs.Panel>
    </Tabs>
  )
}
