import { Button, Group, Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { Dialog } from '#client/ui/dialogs/dialog.tsx'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import classes from './board.module.css'

interface ReasonDialogProps {
  title: string
  /** Says what the change does and who will read the reason. */
  lead: string
  confirmLabel: string
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

/** Asks for a reason, without which nothing is saved. */
export function ReasonDialog({ title, lead, confirmLabel, onConfirm, onClose }: ReasonDialogProps) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const why = reason.trim()
    setError(why === '' ? codeText('REASON_MISSING') : null)
    if (why === '' || isBusy) return
    setBusy(true)
    await onConfirm(why)
    setBusy(false)
  }
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p className={classes.hint}>{lead}</p>
        <Textarea
          label={t`Reason`}
          required
          data-autofocus
          minRows={3}
          autosize
          mt="sm"
          maxLength={FIELD_LIMITS.reason}
          value={reason}
          error={error}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" loading={isBusy}>
            {confirmLabel}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
