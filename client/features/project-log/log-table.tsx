import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { LogEntryRow } from '#schema/api/projects-service/project-log.ts'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { LogDetail } from '#schema/tables/log-kinds.ts'
import { exactText } from '../../lib/time-text.ts'
import table from '../../ui/elements/data-table.module.css'
import { WithInitials } from '../../ui/elements/initials.tsx'
import { PersonName } from '../../ui/elements/person-name.tsx'
import { actorOf, type OpenRow } from './log-actor.ts'
import { reasonOf, sentenceOf, wordsOf } from './log-sentences.ts'
import classes from './project-log.module.css'
import type { ReadLog } from './read-log.ts'

interface LogTableProps {
  summary: ProjectSummary
  log: ReadLog
  rows: readonly LogEntryRow[]
}

/** The entries, newest first. Hidden ones show only their number and hash. */
export function LogTable({ summary, log, rows }: LogTableProps) {
  const { t } = useLingui()
  const zone = summary.deadline?.zone
  return (
    <table className={table.table} data-cards>
      <caption className="visually-hidden">{t`History`}</caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>When</Trans>
          </th>
          <th scope="col">
            <Trans>Who</Trans>
          </th>
          <th scope="col">
            <Trans>What happened</Trans>
          </th>
          <th scope="col">
            <Trans>Hash</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((entry) => (
          <tr key={entry.serial}>
            {'kind' in entry ? (
              <OpenCells summary={summary} log={log} entry={entry} zone={zone} />
            ) : (
              <>
                <th scope="row" className={table.dim}>{t`Entry ${entry.serial}`}</th>
                <td />
                <td className={table.dim}>
                  <Trans>Not visible to your role</Trans>
                </td>
              </>
            )}
            <td className={table.dim}>
              <code className={classes.hash} title={entry.hash}>
                {entry.hash.slice(0, 10)}
              </code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface OpenCellsProps extends Omit<LogTableProps, 'rows'> {
  entry: OpenRow
  /** The time zone of the project's deadline, if it has one. */
  zone: string | undefined
}

function OpenCells({ summary, log, entry, zone }: OpenCellsProps) {
  const { i18n } = useLingui()
  const words = useMemo(() => wordsOf(i18n, log.names), [i18n, log.names])
  const own = exactText(entry.at)
  const inProject = exactText(entry.at, zone)
  const reason = reasonOf(entry.detail)
  return (
    <>
      <th scope="row" className={`${table.nowrap} ${classes.when}`}>
        {inProject}
        {own !== inProject && (
          <span className={classes.own}>
            <Trans>Your time: {own}</Trans>
          </span>
        )}
      </th>
      <td className={table.nowrap}>
        <Actor summary={summary} log={log} entry={entry} />
      </td>
      <td className={classes.what}>
        {/* The server checks the detail against its kind when it writes the entry. */}
        {i18n._(sentenceOf(entry.kind, entry.detail as LogDetail, words))}
        {reason !== null && <q className={classes.reason}>{reason}</q>}
      </td>
    </>
  )
}

function Actor(props: Pick<OpenCellsProps, 'summary' | 'log' | 'entry'>) {
  const { i18n } = useLingui()
  const { name, userId } = actorOf(i18n, props)
  if (userId === null) return <>{name}</>
  return (
    <WithInitials name={name}>
      <PersonName userId={userId} name={name} />
    </WithInitials>
  )
}
