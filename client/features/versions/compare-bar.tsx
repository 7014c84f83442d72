import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { DiffStatus } from '#schema/rules/diff/diff-status.ts'
import { requirementsText } from './change-words.ts'
import type { StatusCounts } from './compare-rows.ts'
import { STATUS_ORDER, STATUS_WORDS } from './node-words.ts'
import classes from './versions-page.module.css'

interface CompareBarProps {
  /** The former version, then the later one. */
  versions: readonly [string, string]
  /** Rows of all kinds by status. */
  counts: StatusCounts
  requirements: StatusCounts
  statuses: ReadonlySet<DiffStatus>
  isExpanded: boolean
  onStatuses: (statuses: ReadonlySet<DiffStatus>) => void
  onExpand: (isExpanded: boolean) => void
}

/** What is compared, how much differs, and the filter by status. */
export function CompareBar(props: CompareBarProps) {
  const { versions, counts, requirements, statuses, isExpanded, onStatuses, onExpand } = props
  const { i18n, t } = useLingui()
  const [before, after] = versions
  const summary = requirementsText(requirements)
  const toggle = (status: DiffStatus) => {
    const next = new Set(statuses)
    if (!next.delete(status)) next.add(status)
    // Without a status nothing would be shown: the last one stays.
    if (next.size > 0) onStatuses(next)
  }
  return (
    <div className={classes.bar}>
      <div className={classes.summary}>
        <h2>
          <Trans>
            Version {before} → {after}
          </Trans>
        </h2>
        <p role="status">
          <Trans>Requirements: {summary}</Trans>
        </p>
      </div>
      <div role="group" aria-label={t`Shown statuses`} className={classes.statuses}>
        {STATUS_ORDER.map((status) => (
          <button
            key={status}
            type="button"
            className={classes.statusChip}
            data-tone={STATUS_WORDS[status].tone}
            aria-pressed={statuses.has(status)}
            onClick={() => toggle(status)}
          >
            {i18n._(STATUS_WORDS[status].name)} <span>{counts[status]}</span>
          </button>
        ))}
        <Button variant="default" size="xs" onClick={() => onExpand(!isExpanded)}>
          {isExpanded ? t`Collapse all` : t`Expand all`}
        </Button>
      </div>
    </div>
  )
}
