import { Trans } from '@lingui/react/macro'
import { formatDate } from '#schema/rules/format.ts'
import { useProjectState } from '#client/lib/project-store.ts'
import { useSyncStatus } from '#client/lib/sync-status.ts'
import classes from '../submit/bulk-submit-dialog.module.css'

/** Warns while offline, before submitting, that only answers received by the deadline count. */
export function OfflineNote({ projectId }: { projectId: string }) {
  const { summary } = useProjectState(projectId)
  if (useSyncStatus().phase !== 'offline') return null
  const deadline = summary?.deadline ?? null
  const [date, zone] = deadline === null ? ['', ''] : [formatDate(deadline.date), deadline.zone]
  return (
    <p className={classes.offline} role="note">
      <Trans>You are offline. What counts is when your answers arrive.</Trans>{' '}
      {deadline !== null && (
        <Trans>
          The deadline is {date} at midnight ({zone}).
        </Trans>
      )}
    </p>
  )
}
