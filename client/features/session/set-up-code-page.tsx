import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState, type FormEvent } from 'react'
import { twoFactor, type OtpSecret } from '#schema/api/users-service/two-factor.ts'
import { callsOf } from '../../lib/api.ts'
import { pendingSignIn } from '../../lib/pending-sign-in.ts'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import classes from './login-page.module.css'
import { PublicPage } from './public-page.tsx'
import { QrCode } from '../../ui/elements/qr-code.tsx'
import copied from '../../ui/fields/secret.module.css'

const INPUT = 'first-otp'
const calls = callsOf(twoFactor)
const inFours = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

interface SetUpCodePageProps {
  /** True if the organization requires two-factor sign-in. */
  isRequired: boolean
  onDone: () => void
}

/** Sets up two-factor sign-in: QR code, first code, recovery codes. */
export function SetUpCodePage({ isRequired, onDone }: SetUpCodePageProps) {
  const { t } = useLingui()
  const [secret, setSecret] = useState<OtpSecret | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const [otp, setOtp] = useState('')
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const [credentials] = useState(pendingSignIn)
  const fail = (inputId: string | null) => (error: unknown) =>
    setErrors([{ inputId, text: refusalText(error) }])
  useEffect(() => {
    let isCurrent = true
    if (credentials === null) return undefined
    const { username, hash } = credentials
    calls.init({ body: { username, hash } }).then(
      (made) => {
        if (isCurrent) setSecret(made)
      },
      (error: unknown) => {
        if (isCurrent) fail(null)(error)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [credentials])

  const turnOn = async () => {
    if (credentials === null) return
    setBusy(true)
    setErrors([])
    const { username, hash } = credentials
    await calls
      .enable({ body: { username, hash, otp } })
      .then(({ recoveryCodes: made }) => setRecoveryCodes(made), fail(INPUT))
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (otp.trim() === '') setErrors([{ inputId: INPUT, text: codeText('OTP_MISSING') }])
    else void turnOn()
  }
  if (recoveryCodes !== null) return <RecoveryCodesPage codes={recoveryCodes} onDone={onDone} />
  return (
    <PublicPage title={t`Two-factor sign-in`}>
      <p className={classes.text}>
        {isRequired ? (
          <Trans>Your organization requires two-factor sign-in.</Trans>
        ) : (
          <Trans>Protect your account with a code at sign-in. You can also do this later.</Trans>
        )}{' '}
        <Trans>Scan the QR code with your authenticator app, or enter the key in the app.</Trans>
      </p>
      <ErrorSummary errors={errors} />
      {secret !== null && (
        <>
          <QrCode text={secret.url} label={t`QR code for the authenticator app`} />
          <p className={copied.secret}>
            <span className="visually-hidden">
              <Trans>Key:</Trans>{' '}
            </span>
            {inFours(secret.secret)}
          </p>
          <form onSubmit={submit} noValidate className={classes.form}>
            <TextInput
              id={INPUT}
              label={t`2FA code`}
              description={t`The six digits shown in the app`}
              autoComplete="one-time-code"
              inputMode="numeric"
              value={otp}
              onChange={(event) => setOtp(event.currentTarget.value)}
              error={errors.find(({ inputId }) => inputId === INPUT)?.text}
            />
            <Button
              type="submit"
              size="sm"
              fullWidth
              loading={isBusy}
              loaderProps={{ type: 'dots' }}
            >{t`Turn on`}</Button>
          </form>
        </>
      )}
      <WayOut isRequired={isRequired} />
    </PublicPage>
  )
}

function WayOut({ isRequired }: { isRequired: boolean }) {
  return (
    <ul className={classes.links}>
      {isRequired ? (
        <li>
          <Link to="/login">
            <Trans>Back to sign-in</Trans>
          </Link>
        </li>
      ) : (
        <li>
          <Link to="/registration-success">
            <Trans>Not now</Trans>
          </Link>
        </li>
      )}
    </ul>
  )
}

function RecoveryCodesPage({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useLingui()
  return (
    <PublicPage title={t`Save these recovery codes`}>
      <p className={classes.text}>
        <Trans>
          Each code signs you in once if you lose your authenticator app. They are not shown again:
          print them or write them down.
        </Trans>
      </p>
      <ul className={copied.codes} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button size="sm" fullWidth onClick={onDone}>{t`I saved the codes`}</Button>
    </PublicPage>
  )
}
