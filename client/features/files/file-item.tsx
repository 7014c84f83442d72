import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Attachment } from '#schema/entities/attachment.ts'
import { Moment } from '#client/ui/elements/moment.tsx'
import { readFile, useIsHere } from '#client/lib/files.ts'
import { mutate, undo } from '#client/lib/mutate.ts'
import { useUnsent } from '#client/lib/project-store.ts'
import { useSyncStatus } from '#client/lib/sync-status.ts'
import { focusLastingly } from '#client/ui/dialogs/next-control.ts'
import { formatBytes } from '#client/ui/browser/format-bytes.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { downloadBlob } from '../../ui/browser/download-blob.ts'
import classes from './files-section.module.css'

interface FileItemProps {
  row: Attachment
  who: string
  mayChange: boolean
  scope: string
  onRename: () => void
}

/** An attachment row of the project, sent or still on its way to the server. */
export function FileItem({ row, who, mayChange, scope, onRename }: FileItemProps) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const { id, projectId, name, alias, description, file, createdOn } = row
  const shown = alias || name
  const isUnsent = useUnsent(projectId, 'attachment', id)
  const isOffline = useSyncStatus().phase === 'offline'
  const isHere = useIsHere(projectId, id, isOffline && !isUnsent)
  const isAway = isOffline && !isUnsent && isHere === false
  const download = async () => {
    if (isBusy) return
    setBusy(true)
    try {
      downloadBlob(await readFile(projectId, id), name)
    } catch (error) {
      toast.error(error)
    }
    setBusy(false)
  }
  const remove = async () => {
    try {
      await mutate(
        'attachments.remove',
        { projectId, id },
        { scope, undoLabel: t`Remove ${shown}` },
      )
      toast.success(t`${shown} removed`, { undo: () => undo(scope) })
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <li className={classes.item}>
      <button
        type="button"
        className={classes.name}
        onClick={() => void download()}
        title={t`Download ${name}`}
      >
        {shown}
      </button>
      <span className={classes.facts}>
        {alias !== '' && <>{name} · </>}
        {formatBytes(file.bytes)} · <Moment at={createdOn} /> · {who}
      </span>
      <span className={isUnsent || isAway ? classes.waiting : classes.saved}>
        {isBusy ? (
          <Trans>Downloading…</Trans>
        ) : isUnsent ? (
          <Trans>Waiting to be sent</Trans>
        ) : isAway ? (
          <Trans>Not on this device; it can be opened once there is a connection</Trans>
        ) : (
          <Trans>Saved</Trans>
        )}
      </span>
      {mayChange && (
        <span className={classes.buttons}>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={t`Rename ${shown}`}
            onClick={onRename}
          >
            <Trans>Rename…</Trans>
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-label={t`Remove ${shown}`}
            onClick={({ currentTarget }) => {
              focusLastingly(currentTarget)
              void remove()
            }}
          >
            <Trans>Remove</Trans>
          </Button>
        </span>
      )}
      {description !== '' && <p className={classes.description}>{description}</p>}
    </li>
  )
}
