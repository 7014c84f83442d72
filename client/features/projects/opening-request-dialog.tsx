import { Button, Group, Textarea } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { OpeningState } from '#schema/api/projects-service/openings.ts'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { ExplainedButton } from '../../ui/feedback/explained-button.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import notice from '../../ui/feedback/notice.module.css'
import classes from './move-dialogs.module.css'
import { openingCalls } from './use-opening.ts'

const REASON = 'opening-reason'

interface OpeningRequestDialogProps {
  project: ProjectSummary
  confirmers: OpeningState['confirmers']
  onClose: () => void
  onDone: () => void
}

/** Requests the opening before the deadline, which another person has to confirm. */
export function OpeningRequestDialog({
  project,
  confirmers,
  onClose,
  onDone,
}: OpeningRequestDialogProps) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const names = confirmers.map(({ name }) => name).join(', ')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim() === '') return setErrors([{ inputId: REASON, text: t`Enter a reason` }])
    setBusy(true)
    setErrors([])
    try {
      await openingCalls.request({ params: { id: project.id }, body: { reason: reason.trim() } })
      toast.success(t`Request sent. It is waiting for confirmation.`)
      onDone()
      onClose()
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title={t`Request early opening`} size={560}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p className={classes.lead}>
          <Trans>
            The answers are sealed until the deadline. To open them earlier, a second person must
            confirm. Vendors can then no longer answer, and each is told who opened the answers,
            when and why.
          </Trans>
        </p>
        {confirmers.length === 0 ? (
          <p className={notice.notice}>{codeText('OPENING_NEEDS_COLLEAGUE')}</p>
        ) : (
          <p className={classes.lead}>
            <Trans>The request expires after 24 hours. It can be confirmed by: {names}</Trans>
          </p>
        )}
        <ErrorSummary errors={errors} />
        <Textarea
          id={REASON}
          label={t`Reason`}
          description={t`Visible to your team and every vendor`}
          required
          autosize
          minRows={3}
          maxRows={10}
          data-autofocus
          maxLength={FIELD_LIMITS.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={errors.find((error) => error.inputId === REASON)?.text}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <ExplainedButton
            type="submit"
            loading={isBusy}
            reason={confirmers.length === 0 ? codeText('OPENING_NEEDS_COLLEAGUE') : null}
          >{t`Request opening`}</ExplainedButton>
        </Group>
      </form>
    </Dialog>
  )
}
