import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { OtpSecret } from '#schema/api/users-service/two-factor.ts'
import type { Credentials } from '../../lib/session.ts'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { QrCode } from '../../ui/elements/qr-code.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import classes from './account.module.css'
import { twoFactorCalls } from './calls.ts'
import { useFormErrors } from './use-form-errors.ts'
import copied from '../../ui/fields/secret.module.css'

const INPUT = 'first-otp'
const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

interface FirstCodeFormProps {
  credentials: Credentials
  secret: OtpSecret
  onDone: (recoveryCodes: readonly string[]) => void
  onCancel: () => void
}

/**
 * Shows the authenticator's secret as a QR code and as a key. The first code entered confirms it.
 */
export function FirstCodeForm({ credentials, secret, onDone, onCancel }: FirstCodeFormProps) {
  const { t } = useLingui()
  const [otp, setOtp] = useState('')
  const { errors, errorOf, isBusy, run } = useFormErrors({ otp: INPUT })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(
      otp.trim() === '' ? [{ inputId: INPUT, text: codeText('OTP_MISSING') }] : [],
      async () => {
        onDone((await twoFactorCalls.enable({ body: { ...credentials, otp } })).recoveryCodes)
      },
    )
  }
  return (
    <>
      <p className={classes.lead}>
        <Trans>Scan the QR code with your authenticator app, or enter the key in the app.</Trans>
      </p>
      <QrCode text={secret.url} label={t`QR code for the authenticator app`} />
      <p className={copied.secret}>
        <span className="visually-hidden">
          <Trans>Key:</Trans>{' '}
        </span>
        {inFours(secret.secret)}
      </p>
      <form className={classes.form} onSubmit={submit} noValidate aria-label={t`First code`}>
        <ErrorSummary errors={errors} />
        <TextInput
          id={INPUT}
          label={t`2FA code`}
          description={t`The six digits shown in the app`}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          value={otp}
          onChange={(event) => setOtp(event.currentTarget.value)}
          error={errorOf(INPUT)}
        />
        <div className={classes.buttons}>
          <Button type="submit" loading={isBusy}>{t`Turn on`}</Button>
          <Button variant="default" onClick={onCancel}>{t`Cancel`}</Button>
        </div>
      </form>
    </>
  )
}
