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
import { toast } from '#client/ui/feedback/toast.tsx'
import { Moment } from '#client/ui/elements/moment.tsx'
import { downloadBlob } from '../../ui/browser/download-blob.ts'
import { refusedFileWords } from './refused-file-words.ts'
import classes from './files-section.module.css'

const told = (work: Promise<unknown>): void =>
  void work.catch((error: unknown) => toast.error(error))

interface WaitingFileProps {
  file: WaitingFile
  /** The refused edit of the file; undefined = the server did not refuse it. */
  parked: ParkedEdit | undefined
  onRename: () => void
}

/** A file that exists only on this device: its upload progress, or why the server refused it. */
export function WaitingFileItem({ file, parked, onRename }: WaitingFileProps) {
  const { t } = useLingui()
  const { id, name, alias, description, bytes, addedAt } = file
  const shown = alias || name
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
      <FileState file={file} parked={parked} />
      <FileButtons file={file} parked={parked} onRename={onRename} />
      {description !== '' && <p className={classes.description}>{description}</p>}
    </li>
  )
}

function FileState({ file, parked }: Pick<WaitingFileProps, 'file' | 'parked'>) {
  const { t } = useLingui()
  const { id, bytes, state } = file
  const sent = useSentBytes(id)
  const percent = sent === null ? null : Math.floor((sent / bytes) * 100)
  return state === 'refused' ? (
    <span className={classes.refused}>{refusedFileWords(parked)}</span>
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
  )
}

function FileButtons({ file, parked, onRename }: WaitingFileProps) {
  return (
    <span className={classes.buttons}>
      {file.state === 'refused' && parked !== undefined && (
        <RefusedButtons file={file} parked={parked} />
      )}
      {file.state !== 'refused' && <WaitingButtons file={file} onRename={onRename} />}
    </span>
  )
}

function RefusedButtons({ file, parked }: { file: WaitingFile; parked: ParkedEdit }) {
  const { t } = useLingui()
  const shown = file.alias || file.name
  const discard = async () => {
    const isSure = await confirm({
      title: t`Discard ${shown}?`,
      body: t`The server rejected the file. This is the only copy on this device.`,
      confirmLabel: t`Discard`,
      danger: true,
    })
    if (isSure) await discardParked(parked.id)
  }
  return (
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
  )
}

function WaitingButtons({ file, onRename }: Pick<WaitingFileProps, 'file' | 'onRename'>) {
  const { t } = useLingui()
  const { id, state } = file
  const shown = file.alias || file.name
  const remove = async () => {
    const again = await dropFile(id)
    if (again !== null) toast.success(t`${shown} removed`, { undo: () => addFile(again) })
  }
  return (
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
  )
}
