import { Button, Group, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { OpeningRequest } from '#schema/api/projects-service/openings.ts'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { Refusal } from '#schema/refusal.ts'
import { ownCredentials } from '../../lib/own-password.ts'
import { useSession } from '../../lib/session.ts'
import { tryNow } from '../../lib/sync-status.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './move-dialogs.module.css'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { openingCalls } from './use-opening.ts'

/** Maps the field that a refusal names to the id of its input. */
const INPUTS: Readonly<Record<string, string>> = {
  password: 'opening-password',
  otp: 'opening-otp',
}

interface OpeningConfirmDialogProps {
  project: ProjectSummary
  request: OpeningRequest
  onClose: () => void
  onDone: () => void
}

/**
 * Asks the second person to confirm the early opening with their password, and a code if they use
 * two-factor sign-in.
 */
export function OpeningConfirmDialog({
  project,
  request,
  onClose,
  onDone,
}: OpeningConfirmDialogProps) {
  const { t } = useLingui()
  const session = useSession()
  const [password, setPassword] = useState('')
  const [otp, setOtp] = useState('')
  const [isCodeAsked, setCodeAsked] = useState(session?.otpActivated === true)
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const errorOf = (field: string) => errors.find((error) => error.inputId === INPUTS[field])?.text
  const textOf = (error: unknown): string =>
    error instanceof Refusal && error.code === 'PASSWORD_NOT_MATCH_CURRENT'
      ? t`Wrong password. Try again.`
      : refusalText(error)
  const missing = (): FieldError[] => [
    ...(password === ''
      ? [
          {
            inputId: INPUTS['password'] ?? null,
            text: t`Enter your password`,
          },
        ]
      : []),
    ...(isCodeAsked && otp.trim() === ''
      ? [{ inputId: INPUTS['otp'] ?? null, text: codeText('OTP_MISSING') }]
      : []),
  ]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problems = missing()
    setErrors(problems)
    if (problems.length > 0) return
    setBusy(true)
    try {
      const { hash } = await ownCredentials(password)
      await openingCalls.confirm({
        params: { id: project.id },
        body: { requestId: request.id, hash, ...(isCodeAsked ? { otp } : {}) },
      })
      await tryNow()
      toast.success(t`The answers are open.`)
      onDone()
      onClose()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'OTP_REQUIRED') setCodeAsked(true)
      setErrors([
        {
          inputId:
            error instanceof Refusal && error.field !== undefined
              ? (INPUTS[error.field] ?? null)
              : null,
          text: textOf(error),
        },
      ])
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} title={t`Open answers now?`} size={560}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <OpeningQuestion request={request} />
        <ErrorSummary errors={errors} />
        <PasswordField
          id={INPUTS['password']}
          label={t`Your password`}
          autoComplete="current-password"
          data-autofocus
          value={password}
          error={errorOf('password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {isCodeAsked && (
          <TextInput
            id={INPUTS['otp']}
            mt="sm"
            label={t`2FA code`}
            description={t`From your authenticator app, or a recovery code`}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={otp}
            error={errorOf('otp')}
            onChange={(event) => setOtp(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" color="red" loading={isBusy}>{t`Open answers`}</Button>
        </Group>
      </form>
    </Dialog>
  )
}

function OpeningQuestion({ request }: Pick<OpeningConfirmDialogProps, 'request'>) {
  const { name } = request.askedBy
  return (
    <>
      <p className={classes.lead}>
        <Trans>{name} requests to open the sealed answers before the deadline:</Trans>
      </p>
      <blockquote className={classes.quote}>{request.reason}</blockquote>
      <p className={classes.lead}>
        <Trans>
          Vendors can no longer answer, your team can read every answer, and each vendor gets an
          email with both names and the reason. This stays visible in the project.
        </Trans>
      </p>
    </>
  )
}
