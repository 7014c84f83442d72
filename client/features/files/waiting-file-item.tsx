import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  addFile,
  dropFile,
  pauseFile,
  readWaitingFile,
  useSentBytes,
  type WaitingFile,
} from '#client/lib/files.ts'
import { discardParked, retryParked, type ParkedEdit } from '#client/lib/parked.ts'
import { confirm } from '#client/ui/dialogs/confirm.tsx'
import { formatBytes } from '#client/ui/browser/format-bytes.ts'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { isMessageCode } from '#schema/tables/messages.ts'
import { Moment } from '#client/ui/elements/moment.tsx'
import { downloadBlob } from '../../ui/browser/download-blob.ts'
import classes from './files-section.module.css'

const told = (work: Promise<unknown>): void =>
  void work.catch((error: unknown) => toast.error(error))

/** A file that is here only, so far: how far it is, or why it was not taken. */
export function WaitingFileItem({
  file,
  parked,
  onRename,
}: {
  file: WaitingFile
  parked: ParkedEdit | undefined
  onRename: () => void
}) {
  const { t } = useLingui()
  const { id, name, alias, description, bytes, addedAt, state } = file
  const shown = alias || name
  const sent = useSentBytes(id)
  const percent = sent === null ? null : Math.floor((sent / bytes) * 100)
  const remove = async () => {
    const again = await dropFile(id)
    if (again !== null) toast.success(t`${shown} removed`, { undo: () => addFile(again) })
  }
  const discard = async () => {
    const isSure = await confirm({
      title: t`Discard ${shown}?`,
      body: t`The server rejected the file. This is the only copy on this device.`,
      confirmLabel: t`Discard`,
      danger: true,
    })
    if (isSure && parked !== undefined) await discardParked(parked.id)
  }
  const save = async () => {
    const blob = await readWaitingFile(id)
    if (blob !== undefined) downloadBlob(blob, name)
  }
  return (
    <li className={classes.item}>
      <button
        type="button"
        className={classes.name}
        onClick={() => told(save())}
        title={t`Download ${name}`}
      >
        {shown}
      </button>
      <span className={classes.facts}>
        {alias !== '' && <>{name} · </>}
        {formatBytes(bytes)} · <Moment at={addedAt} /> · <Trans>you</Trans>
      </span>
      {state === 'refused' ? (
        <span
          className={classes.refused}
        >{t`Rejected: ${parked !== undefined && isMessageCode(parked.reason) ? codeText(parked.reason, parked.detail) : (parked?.reason ?? '')}`}</span>
      ) : (
        <span className={classes.waiting}>
          {state === 'paused' ? (
            <Trans>Paused</Trans>
          ) : percent === null ? (
            <Trans>Waiting to be sent</Trans>
          ) : (
            t`Sending ${percent} %`
          )}
        </span>
      )}
      <span className={classes.buttons}>
        {state === 'refused' && parked !== undefined && (
          <>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t`Try ${shown} again`}
              onClick={() => told(retryParked(parked.id))}
            >
              <Trans>Try again</Trans>
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={t`Discard ${shown}`}
              onClick={() => told(discard())}
            >
              <Trans>Discard…</Trans>
            </Button>
          </>
        )}
        {state !== 'refused' && (
          <>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={state === 'paused' ? t`Resume ${shown}` : t`Pause ${shown}`}
              onClick={() => told(pauseFile(id, state !== 'paused'))}
            >
              {state === 'paused' ? <Trans>Resume</Trans> : <Trans>Pause</Trans>}
            </Button>
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
              onClick={() => told(remove())}
            >
              <Trans>Remove</Trans>
            </Button>
          </>
        )}
      </span>
      {description !== '' && <p className={classes.description}>{description}</p>}
    </li>
  )
}
