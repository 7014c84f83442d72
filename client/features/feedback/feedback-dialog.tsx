import { Button, Checkbox, Group, Textarea } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import * as v from 'valibot'
import { feedback } from '#schema/api/users-service/feedback.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { sendForm } from '../../lib/api.ts'
import { dropForm, keepForm, keptForm } from '../../lib/kept-form.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './feedback-dialog.module.css'
import { PicturePart } from './picture-part.tsx'

const TEXT = 'feedback-text'
/**
 * Name under which the draft is kept, so that closing, reloading or going offline loses no text.
 */
const FORM = 'feedback'

export function FeedbackDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const [text, setText] = useState(() => keptForm(FORM, v.string()) ?? '')
  const [picture, setPicture] = useState<Blob | null>(null)
  const [sendCopy, setSendCopy] = useState(false)
  const [isCovered, setCovered] = useState(true)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const write = (next: string) => {
    keepForm(FORM, next)
    setText(next)
    setErrors([])
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '') return setErrors([{ inputId: TEXT, text: t`Enter your feedback` }])
    setBusy(true)
    setErrors([])
    try {
      await sendForm(feedback.send, { feedback: text, sendCopy }, picture)
      dropForm(FORM)
      toast.success(t`Feedback sent. Thank you.`)
      onClose()
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
      setBusy(false)
    }
  }
  return (
    <Dialog
      keepsText
      onClose={onClose}
      title={t`Feedback`}
      {...(isCovered ? {} : { styles: { root: { visibility: 'hidden' } } })}
    >
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <ErrorSummary errors={errors} />
        <p className={classes.lead}>
          <Trans>
            What works well, what is missing, what went wrong? We also receive your name and
            organization.
          </Trans>
        </p>
        <Textarea
          id={TEXT}
          label={t`Your feedback`}
          autosize
          minRows={4}
          maxRows={12}
          maxLength={FIELD_LIMITS.feedbackText}
          value={text}
          data-autofocus
          onChange={(event) => write(event.currentTarget.value)}
          error={errors.find(({ inputId }) => inputId === TEXT)?.text}
        />
        <PicturePart picture={picture} onChange={setPicture} setCovered={setCovered} />
        <Checkbox
          checked={sendCopy}
          onChange={(event) => setSendCopy(event.currentTarget.checked)}
          label={t`Send me a copy by email`}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" loading={isBusy}>{t`Send`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}
