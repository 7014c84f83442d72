import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { minuteText } from '#client/lib/time-text.ts'
import { readRow, useRow, useRows } from '#client/lib/project-store.ts'
import { discardParked, retryParked, type ParkedEdit } from '#client/lib/parked.ts'
import { confirm } from '#client/ui/dialogs/confirm.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { commentWords } from './comment-words.ts'
import { adviceText, formLine, reasonText, writtenText } from './parked-words.ts'
import classes from './conflict-dialog.module.css'

interface RefusedEditProps {
  parked: ParkedEdit
  /** The edit is settled. */
  onDone: () => void
  /** Leaves the dialog to visit the row; the edit stays parked. */
  onLeave: () => void
}
const SEEN_ANEW: ReadonlySet<string> = new Set(['CONTENT_CHANGED', 'SUBMIT_INVALID', 'SUBMIT_FILE'])

/**
 * A refused edit: the reason, its texts and the possible actions. It stays until the person
 * discards it.
 */
export function RefusedEdit(props: RefusedEditProps) {
  const { t } = useLingui()
  const { parked } = props
  return (
    <>
      <p className={classes.reason}>
        <strong>{reasonText(parked)}</strong>
      </p>
      <p>{adviceText(parked)}</p>
      <p
        className={classes.dim}
      >{t`Written ${minuteText(parked.clientAt)}, rejected ${minuteText(parked.at)}`}</p>
      {SEEN_ANEW.has(parked.reason) ? <RefusedSubmit {...props} /> : <RefusedText {...props} />}
    </>
  )
}

/**
 * A refused submit has no texts, and resubmitting it unchanged would fail again: link the answer to
 * correct.
 */
function RefusedSubmit({ parked, onDone, onLeave }: RefusedEditProps) {
  const { requirementId } = parked.detail
  const requirement = useRow(parked.projectId, 'requirement', String(requirementId ?? ''))
  const { items = [] } = parked.args as { items?: unknown[] }
  const others = items.length - 1
  return (
    <>
      {others > 0 && (
        <p>
          <Plural
            value={others}
            one="# other answer submitted with it is a draft again too. Submit it again."
            other="# other answers submitted with it are drafts again too. Submit them again."
          />
        </p>
      )}
      <div className={classes.buttons}>
        <Button
          variant="default"
          onClick={() =>
            void discardParked(parked.id).then(onDone, (error: unknown) => toast.error(error))
          }
        >
          <Trans>Remove from list</Trans>
        </Button>
        {requirement && (
          <Button
            component={Link}
            onClick={onLeave}
            to={`/project/${parked.projectId}/documents/${requirement.documentId}/requirement/${encodeURIComponent(requirement.fullId ?? requirement.id)}`}
          >
            <Trans>View answer</Trans>
          </Button>
        )}
      </div>
    </>
  )
}

function RefusedText({ parked, onDone }: RefusedEditProps) {
  const { t } = useLingui()
  const releases = useRows(parked.projectId, 'release', { projectId: parked.projectId })
  const text =
    commentWords(parked) ??
    writtenText(
      parked.args,
      formLine((rowId) => readRow(parked.projectId, 'requirement', rowId), releases),
    )
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => toast.success(t`Copied`),
      () => toast.error(t`Your browser blocks copying here. Select the text and copy it yourself.`),
    )
  const again = () =>
    void retryParked(parked.id).then(
      () => {
        toast.success(t`Applied again. It is sent when you are connected.`)
        onDone()
      },
      (error: unknown) => toast.error(error),
    )
  const discard = async () => {
    const isConfirmed = await confirm({
      title: t`Discard this edit?`,
      body: t`This is the only copy. This cannot be undone.`,
      confirmLabel: t`Discard`,
      danger: true,
    })
    if (!isConfirmed) return
    await discardParked(parked.id)
    onDone()
  }
  return (
    <>
      {text !== '' && (
        <pre className={classes.written} role="group" tabIndex={0} aria-label={t`Your text`}>
          {text}
        </pre>
      )}
      <div className={classes.buttons}>
        <Button
          variant="light"
          color="red"
          onClick={() => void discard().catch((error: unknown) => toast.error(error))}
        >
          <Trans>Discard…</Trans>
        </Button>
        {text !== '' && (
          <Button variant="default" onClick={copy}>
            <Trans>Copy text</Trans>
          </Button>
        )}
        <Button onClick={again}>
          <Trans>Apply again</Trans>
        </Button>
      </div>
    </>
  )
}
