import { Button, Group } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import * as v from 'valibot'
import { dropForm, keepForm, keptForm } from '#client/lib/kept-form.ts'
import { Dialog } from '#client/ui/dialogs/dialog.tsx'
import { ExplainedButton } from '#client/ui/feedback/explained-button.tsx'
import { refusalText } from '#client/ui/feedback/refusal-text.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { PublicTexts } from './comment-edits.ts'
import { CommentText, isTooLong } from './comment-text.tsx'
import classes from './composer.module.css'
import { keepName } from './start-keep.ts'

const Texts = v.object({ question: v.string(), answer: v.string() })

interface PublishDialogProps {
  /** Name under which unpublished texts are kept. */
  keep: string
  /** The proposed texts, or the published ones that are corrected. */
  initial: PublicTexts
  isCorrection?: boolean
  /** Rejects with a Refusal, whose text the dialog shows. */
  onSave: (texts: PublicTexts) => Promise<void>
  onClose: () => void
}

/** Edits the question and answer that every vendor will read, to publish or to correct them. */
export function PublishDialog({
  keep,
  initial,
  isCorrection = false,
  onSave,
  onClose,
}: PublishDialogProps) {
  const { t } = useLingui()
  const name = keepName(keep)
  const [texts, setTexts] = useState<PublicTexts>(
    () => keptForm(name, Texts) ?? { question: initial.question, answer: initial.answer },
  )
  const [error, setError] = useState<string | null>(null)
  const change = (patch: Partial<PublicTexts>) => {
    const next = { ...texts, ...patch }
    setTexts(next)
    setError(null)
    keepForm(name, next)
  }
  const trimmed = { question: texts.question.trim(), answer: texts.answer.trim() }
  const isSame =
    trimmed.question === initial.question.trim() && trimmed.answer === initial.answer.trim()
  const reason =
    trimmed.question === '' || trimmed.answer === ''
      ? t`Fill in both texts`
      : isTooLong(texts.question) || isTooLong(texts.answer)
        ? t`One of the texts is too long`
        : isCorrection && isSame
          ? t`Edit a text first`
          : null
  const save = async () => {
    try {
      await onSave(trimmed)
      dropForm(name)
      toast.success(isCorrection ? t`Corrected for all vendors` : t`Published for all vendors`)
      onClose()
    } catch (problem) {
      setError(refusalText(problem))
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason === null) void save()
  }
  const close = () => {
    if (isSame) dropForm(name)
    onClose()
  }
  return (
    <Dialog
      keepsText
      onClose={close}
      size={640}
      title={isCorrection ? t`Correct the published answer` : t`Publish the answer`}
    >
      <form onSubmit={submit} noValidate className={classes.composer}>
        <p className={classes.closed}>
          {isCorrection
            ? t`Every vendor sees the corrected texts, marked as corrected. The earlier version stays visible.`
            : t`Every vendor in the project will see both texts, but not who asked. Remove anything that gives the vendor away. You cannot unpublish them, only correct them.`}
        </p>
        <CommentText
          label={t`Question`}
          value={texts.question}
          onChange={(question) => change({ question })}
          rows={4}
          isFocused
        />
        <CommentText
          label={t`Answer`}
          value={texts.answer}
          onChange={(answer) => change({ answer })}
          rows={6}
          error={error}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>{t`Cancel`}</Button>
          <ExplainedButton reason={reason} onClick={() => void save()}>
            {isCorrection ? t`Correct for all vendors` : t`Publish for all vendors`}
          </ExplainedButton>
        </Group>
      </form>
    </Dialog>
  )
}
