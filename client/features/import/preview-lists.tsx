import { Checkbox, NativeSelect, Tabs, TextInput } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useMemo, useState } from 'react'
import { editedOf } from '#schema/rules/excel/chosen-plan.ts'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import classes from './import-dialog.module.css'
import {
  matchesFilter,
  missingOf,
  type Preview,
  PREVIEW_TABS,
  type PreviewItem,
  previewItems,
  type PreviewTab,
  sectionsOf,
} from './preview-items.ts'
import { PreviewList } from './preview-list.tsx'
import { InvalidIds } from './preview-summary.tsx'
import { type MissingChoice, PreviewMissing } from './preview-missing.tsx'

const ALL_SECTIONS = ''
/** Tabs whose rows a person takes or leaves. */
const TAKEN: readonly PreviewTab[] = ['creates', 'updates', 'edited']

export interface PreviewListsProps {
  preview: Preview
  left: ReadonlySet<string>
  onTake: (keys: readonly string[], isTaken: boolean) => void
  missing: MissingChoice
}

const countsOf = ({ plan }: Preview): Record<PreviewTab, number> => ({
  refused: plan.refused.length,
  creates: plan.creates.length,
  updates: plan.updates.length,
  edited: editedOf(plan).length,
  unchanged: plan.unchanged.length,
  missing: missingOf(plan).length,
})

/** The lists behind the counts. Refused rows come first, because they need a decision. */
export function PreviewLists({ preview, left, onTake, missing }: PreviewListsProps) {
  const { t, i18n } = useLingui()
  const counts = useMemo(() => countsOf(preview), [preview])
  const labels = {
    refused: t`Refused`,
    creates: t`New`,
    updates: t`Changed`,
    edited: t`Edited here`,
    unchanged: t`Unchanged`,
    missing: t`Missing`,
  } satisfies Record<PreviewTab, string>
  const [tab, setTab] = useState<PreviewTab>(
    () => PREVIEW_TABS.find((one) => counts[one] > 0) ?? 'creates',
  )
  const [text, setText] = useState('')
  const [section, setSection] = useState(ALL_SECTIONS)
  const deferred = useDeferredValue(text)
  const all = useMemo(() => previewItems(preview, tab), [preview, tab])
  const sections = useMemo(() => sectionsOf(all), [all])
  const chosen = sections.includes(section) ? section : ALL_SECTIONS
  const items = useMemo(
    () => all.filter((item) => matchesFilter(item, { text: deferred, section: chosen })),
    [all, deferred, chosen],
  )
  const isTaking = TAKEN.includes(tab) || (tab === 'missing' && missing.action !== 'leave')
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
        {tab === 'refused' && counts.refused > 0 && (
          <div className={classes.problems}>
            <p>{codeText('import.error')}</p>
            <InvalidIds ids={preview.plan.invalidIds} />
          </div>
        )}
        {tab === 'missing' && counts.missing > 0 && <PreviewMissing {...missing} />}
        <div className={classes.filter}>
          <TextInput
            aria-label={t`Filter the list`}
            placeholder={t`Filter by cell, ID or text`}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {sections.length > 1 && (
            <NativeSelect
              aria-label={t`Section`}
              value={chosen}
              onChange={(event) => setSection(event.currentTarget.value)}
            >
              <option value={ALL_SECTIONS}>{t`All sections`}</option>
              {sections.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </NativeSelect>
          )}
          <span role="status">
            <Plural value={items.length} one="# line" other="# lines" />
          </span>
        </div>
        {isTaking && <TakeAll {...{ items, tab, left, onTake }} />}
        {items.length > 0 && (
          <PreviewList
            key={tab}
            items={items}
            label={labels[tab]}
            preview={preview}
            tab={tab}
            left={isTaking ? left : null}
            onTake={onTake}
          />
        )}
      </Tabs.Panel>
    </Tabs>
  )
}

type TakeAllProps = Pick<PreviewListsProps, 'left' | 'onTake'> & {
  items: readonly PreviewItem[]
  tab: PreviewTab
}

/** Requirements edited here are taken together only in their own list, never with other changes. */
function TakeAll({ items: shown, tab, left, onTake }: TakeAllProps) {
  const { i18n } = useLingui()
  const items = tab === 'edited' ? shown : shown.filter(({ mark }) => mark !== 'edited')
  const taken = items.reduce((sum, { key }) => sum + (left.has(key) ? 0 : 1), 0)
  const [some, all] = [i18n.number(taken), i18n.number(items.length)]
  if (items.length === 0) return null
  return (
    <Checkbox
      size="md"
      className={classes.takeAll}
      checked={taken === items.length}
      indeterminate={taken > 0 && taken < items.length}
      onChange={() =>
        onTake(
          items.map(({ key }) => key),
          taken < items.length,
        )
      }
      label={
        items.length === shown.length ? (
          <Trans>
            Include all of these lines ({some} of {all} included)
          </Trans>
        ) : (
          <Trans>
            Include all of these lines that were not edited here ({some} of {all} included)
          </Trans>
        )
      }
    />
  )
}
