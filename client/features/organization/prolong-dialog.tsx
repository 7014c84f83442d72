import { Button, Group } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Member } from '#schema/api/users-service/members.ts'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { memberCalls } from './calls.ts'
import parts from '../../ui/fields/form-parts.module.css'

/** The chosen day is inclusive: the membership ends when the next day begins. */
const endOf = (date: string): number => Date.parse(`${date}T00:00:00`) + 86_400_000
const dayOf = (instant: number): string => {
  const day = new Date(instant - 1)
  return `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`
}

/** Sets the last day of a person's membership. */
export function ProlongDialog({
  member,
  onClose,
  onSaved,
}: {
  member: Member
  onClose: () => void
  onSaved: () => void
}) {
  const { t } = useLingui()
  const [date, setDate] = useState<string | null>(
    member.expiresOn === null ? null : dayOf(member.expiresOn),
  )
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    try {
      await memberCalls.prolong({
        params: { id: String(member.userId) },
        body: { expiresOn: date === null ? null : endOf(date) },
      })
      onSaved()
      onClose()
    } catch (error) {
      setProblem(refusalText(error))
    }
  }
  return (
    <Dialog onClose={onClose} title={t`Extend access for ${member.name}`}>
      <p className={parts.lead}>
        <Trans>
          After the last day this person is signed out and cannot sign in until someone extends the
          access. Without a date, access does not end.
        </Trans>
      </p>
      <ErrorSummary errors={problem === null ? [] : [{ inputId: null, text: problem }]} />
      <DateField label={t`Last day`} value={date} onChange={setDate} />
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
        <Button onClick={() => void save()}>{t`Save`}</Button>
      </Group>
    </Dialog>
  )
}
