import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconDownload, IconHistory, IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { useProjectState } from '../../lib/project-store.ts'
import { useRemote } from '../../lib/use-remote.ts'
import { downloadBlob } from '../../ui/browser/download-blob.ts'
import { ExportSeenButton } from '../../ui/elements/export-seen-button.tsx'
import { EmptyState } from '../../ui/pages/empty-state.tsx'
import { Page } from '../../ui/pages/page.tsx'
import { RemotePart } from '../../ui/pages/remote-part.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { GROUP_OF } from './log-groups.ts'
import { LogFilters } from './log-filters.tsx'
import { LogTable } from './log-table.tsx'
import type { LogGroup, LogSearch } from './log-search.ts'
import classes from './project-log.module.css'
import { logFile, type ReadLog, readLog } from './read-log.ts'
import { VerifyResult, useVerify } from './verify-result.tsx'

interface HistoryPageProps {
  projectId: string
  search: LogSearch
  setSearch: (search: LogSearch) => void
}

/** The project's log, as far as the person may read it. Their device can verify its hash chain. */
export function HistoryPage({ projectId, search, setSearch }: HistoryPageProps) {
  const { t } = useLingui()
  const { summary } = useProjectState(projectId)
  const audience = search.chain ?? null
  const log = useRemote(`${projectId} ${audience}`, () => readLog(projectId, audience))
  if (summary === undefined) return null
  return (
    <Page title={t`History`}>
      <RemotePart remote={log}>
        {(read) => (
          <LogPart
            key={read.chain?.audience}
            summary={summary}
            log={read}
            search={search}
            setSearch={setSearch}
          />
        )}
      </RemotePart>
    </Page>
  )
}

interface LogPartProps extends Pick<HistoryPageProps, 'search' | 'setSearch'> {
  summary: ProjectSummary
  log: ReadLog
}

const FIRST_SHOWN = 100
const MORE_SHOWN = 400

function LogPart({ summary, log, search, setSearch }: LogPartProps) {
  const { t } = useLingui()
  const [shown, setShown] = useState(FIRST_SHOWN)
  const verification = useVerify(summary.id, log)
  const { chain } = log
  if (chain === null) {
    return (
      <EmptyState icon={<IconHistory size={20} />} title={t`No events yet`}>
        <Trans>Status changes, deadlines, openings and receipts appear here.</Trans>
      </EmptyState>
    )
  }
  const rows = entriesOf(log, search.group)
  const readSeen = () =>
    import('./seen-log.ts').then((part) => part.seenLog({ summary, log, rows }))
  const download = () => {
    try {
      downloadBlob(logFile(summary.id, log), `history-${chain.audience}-${chain.serial}.json`)
    } catch (error) {
      toast.error(refusalText(error))
    }
  }
  return (
    <>
      <div className={classes.bar}>
        <LogFilters log={log} search={search} setSearch={setSearch} />
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconShieldCheck size={15} aria-hidden />}
            onClick={verification.run}
          >
            <Trans>Verify</Trans>
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={download}
          >
            <Trans>Download</Trans>
          </Button>
          <ExportSeenButton read={readSeen} />
        </div>
      </div>
      <VerifyResult result={verification.result} log={log} />
      {rows.length === 0 ? (
        <EmptyState icon={<IconHistory size={20} />} title={t`No results`}>
          <Trans>Choose another type of event.</Trans>
        </EmptyState>
      ) : (
        <LogTable summary={summary} log={log} rows={rows.slice(0, shown)} />
      )}
      {rows.length > shown && (
        <Button variant="default" mt={12} onClick={() => setShown(shown + MORE_SHOWN)}>
          <Trans>Show older events</Trans>
        </Button>
      )}
    </>
  )
}

/** The entries of a group, newest first. Hidden entries belong to no group. */
const entriesOf = ({ entries }: ReadLog, group: LogGroup | undefined) =>
  entries
    .filter((entry) => group === undefined || ('kind' in entry && GROUP_OF[entry.kind] === group))
    .toReversed()
