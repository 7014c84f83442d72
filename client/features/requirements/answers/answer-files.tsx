import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { focusLastingly } from '#client/ui/dialogs/next-control.ts'
import { useUnsent } from '#client/lib/project-store.ts'
import { useSentBytes } from '#client/lib/files.ts'
import { downloadBlob } from '#client/ui/browser/download-blob.ts'
import { formatBytes } from '#client/ui/browser/format-bytes.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { bytesOf, type FoundFile } from './use-answer-files.ts'
import classes from './files-field.module.css'

interface AnswerFilesProps {
  projectId: string
  label: string
  found: readonly FoundFile[]
  /** Absent = the files are only read. */
  onRemove?: ((file: FoundFile) => void) | undefined
}

/** The files of a field of an answer: each is a download. */
export function AnswerFiles({ projectId, label, found, onRemove }: AnswerFilesProps) {
  const { t } = useLingui()
  if (found.length === 0) return null
  const download = async (one: FoundFile): Promise<void> => {
    try {
      const blob = await bytesOf(projectId, one)
      if (blob !== undefined) downloadBlob(blob, one.file.name)
    } catch (error) {
      toast.error(error)
    }
  }
  return (
    <ul className={classes.list} aria-label={label}>
      {found.map((one, at) => {
        const { name, bytes, contentHash } = one.file
        return (
          <li key={`${at} ${contentHash}`} className={classes.item}>
            {one.row === undefined && one.waiting === undefined ? (
              <span>{name}</span>
            ) : (
              <button
                type="button"
                className={classes.name}
                title={t`Download ${name}`}
                onClick={() => void download(one)}
              >
                {name}
              </button>
            )}
            <span className={classes.size}>{formatBytes(bytes)}</span>
            <FileStanding projectId={projectId} found={one} />
            {onRemove && (
              <Button
                size="compact-xs"
                variant="subtle"
                color="gray"
                aria-label={t`Remove ${name} from the answer`}
                onClick={({ currentTarget }) => {
                  focusLastingly(currentTarget)
                  onRemove(one)
                }}
              >
                <Trans>Remove</Trans>
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Where the bytes of a file are, unless the server has them. */
function FileStanding({
  projectId,
  found: { file, row, waiting },
}: {
  projectId: string
  found: FoundFile
}) {
  const { t } = useLingui()
  const isUnsent = useUnsent(projectId, 'attachment', row?.id ?? '')
  const sent = useSentBytes(waiting?.id ?? '')
  if (row !== undefined && !isUnsent) return null
  if (row === undefined && waiting === undefined)
    return (
      <span className={classes.lost}>
        <Trans>Not attached to this requirement</Trans>
      </span>
    )
  if (waiting?.state === 'refused')
    return (
      <span className={classes.lost}>
        <Trans>Not accepted. See the files below.</Trans>
      </span>
    )
  const percent = sent === null ? null : Math.floor((sent / file.bytes) * 100)
  return (
    <span className={classes.waiting}>
      {waiting?.state === 'paused' ? (
        <Trans>Paused</Trans>
      ) : percent === null ? (
        <Trans>Waiting to be sent</Trans>
      ) : (
        t`Sending ${percent} %`
      )}
    </span>
  )
}
