import { Trans, useLingui } from '@lingui/react/macro'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Export } from '#schema/entities/export.ts'
import { formatDate } from '#schema/rules/format.ts'
import { formatBytes } from '../../ui/browser/format-bytes.ts'
import table from '../../ui/elements/data-table.module.css'
import { Moment } from '../../ui/elements/moment.tsx'
import { ExplainedIcon } from '../../ui/feedback/explained-icon.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { ProgressBar } from '../../ui/pages/progress-bar.tsx'
import { isUnfinished } from './export-calls.ts'
import { CONTENT_NAMES, FAILURE_TEXTS } from './export-texts.ts'
import classes from './exports-page.module.css'

interface ExportTableProps {
  exports: readonly Export[]
  offlineReason: string | null
  onDownload: (one: Export) => Promise<void>
  onRemove: (one: Export) => void
}

/** The exports, newest first. */
export function ExportTable({ exports, ...actions }: ExportTableProps) {
  const { t } = useLingui()
  return (
    <table className={table.table} data-cards>
      <caption className="visually-hidden">{t`Your exports`}</caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Content</Trans>
          </th>
          <th scope="col">
            <Trans>Started</Trans>
          </th>
          <th scope="col">
            <Trans>Status</Trans>
          </th>
          <th scope="col">
            <Trans>Kept until</Trans>
          </th>
          <th scope="col">
            <span className="visually-hidden">
              <Trans>Actions</Trans>
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {exports.map((one) => (
          <ExportRow key={one.id} one={one} {...actions} />
        ))}
      </tbody>
    </table>
  )
}

interface ExportRowProps extends Omit<ExportTableProps, 'exports'> {
  one: Export
}
function ExportRow({ one, offlineReason, onDownload, onRemove }: ExportRowProps) {
  const { t, i18n } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const name = i18n._(CONTENT_NAMES[one.content])
  const removal = isUnfinished(one) ? t`Stop the export: ${name}` : t`Delete the export: ${name}`
  const download = async () => {
    setBusy(true)
    await onDownload(one)
    setBusy(false)
  }
  return (
    <tr>
      <th scope="row" className={table.main}>
        <span className={classes.name}>
          {name} <span className={table.dim}>.{one.format}</span>
        </span>
        {one.vendors !== null && <span className={classes.more}>{one.vendors.join(', ')}</span>}
      </th>
      <td className={table.nowrap}>
        <Moment at={one.createdOn} /> <span className={table.dim}>{one.askedBy}</span>
      </td>
      <td>
        <ExportState one={one} />
      </td>
      <td className={`${table.nowrap} ${table.dim}`} data-label={t`Kept until`}>
        {formatDate(one.expiresOn)}
      </td>
      <td>
        <div className={classes.actions}>
          {one.state === 'ready' && (
            <ExplainedButton
              variant="default"
              size="xs"
              reason={offlineReason}
              loading={isBusy}
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => void download()}
            >
              <Trans>Download</Trans>
              <span className="visually-hidden">&nbsp;{name}</span>
            </ExplainedButton>
          )}
          <ExplainedIcon
            size={28}
            aria-label={removal}
            title={removal}
            reason={offlineReason}
            onClick={() => onRemove(one)}
          >
            <IconTrash size={16} aria-hidden />
          </ExplainedIcon>
        </div>
      </td>
    </tr>
  )
}

function ExportState({ one }: { one: Export }) {
  const { t, i18n } = useLingui()
  switch (one.state) {
    case 'ready': {
      const size = formatBytes(one.bytes ?? 0)
      return <>{t`Ready, ${size}`}</>
    }
    case 'failed':
      return <span className={classes.failed}>{i18n._(FAILURE_TEXTS[one.failure ?? 'error'])}</span>
    case 'waiting':
      return <>{t`Waiting to be made`}</>
    case 'running': {
      // The number of rows is an estimate until the last one is written.
      const percent = one.total === 0 ? 0 : Math.min(99, Math.floor((one.done / one.total) * 100))
      return (
        <span className={classes.progress}>
          <ProgressBar value={percent} total={100} label={t`${percent} % written`} />
          <span aria-hidden>{percent} %</span>
        </span>
      )
    }
    default:
      return one.state satisfies never
  }
}
