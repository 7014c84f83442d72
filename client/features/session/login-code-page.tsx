import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { Refusal } from '#schema/refusal.ts'
import { LIMITS } from '#schema/tables/limits.ts'
import { keepPending, pendingSignIn } from '../../lib/pending-sign-in.ts'
import { signInWith } from '../../lib/session.ts'
import { ErrorSummary } from '../../ui/fields/error-summary.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import classes from './login-page.module.css'
import { PublicPage } from './public-page.tsx'

const OTP_INPUT = 'login-otp'

/** The second step of signing in. After three wrong codes, the password is needed again. */
export function LoginCodePage({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useLingui()
  const [otp, setOtp] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [wrongCodes, setWrongCodes] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isOver = wrongCodes >= LIMITS.reauthenticationAttempts

  const enter = async () => {
    const pending = pendingSignIn()
    if (pending === null) return
    setBusy(true)
    setFault(null)
    try {
      await signInWith(pending, otp)
      keepPending(null)
      onSignedIn()
    } catch (error) {
      const code = error instanceof Refusal ? error.code : null
      const count =
        code === 'session.attempts'
          ? LIMITS.reauthenticationAttempts
          : wrongCodes + (code === 'OTP_INVALID' ? 1 : 0)
      if (count >= LIMITS.reauthenticationAttempts) keepPending(null)
      setWrongCodes(count)
      setFault(
        count >= LIMITS.reauthenticationAttempts
          ? codeText('session.attempts')
          : refusalText(error),
      )
      setOtp('')
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (otp.trim() === '') setFault(codeText('OTP_MISSING'))
    else void enter()
  }
  return (
    <PublicPage title={t`Enter your code`}>
      <ErrorSummary
        errors={fault === null ? [] : [{ inputId: isOver ? null : OTP_INPUT, text: fault }]}
      />
      {isOver ? (
        <Link to="/login">
          <Trans>Back to sign-in</Trans>
        </Link>
      ) : (
        <>
          <p className={classes.text}>
            <Trans>
              Enter the six digits your authenticator app shows for Tenderbook, or one of your
              recovery codes.
            </Trans>
          </p>
          <form onSubmit={submit} noValidate className={classes.form}>
            <TextInput
              id={OTP_INPUT}
              label={t`2FA code`}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              autoFocus
              value={otp}
              onChange={(event) => setOtp(event.currentTarget.value)}
              error={fault}
            />
            <Button
              type="submit"
              size="sm"
              fullWidth
              loading={isBusy}
              loaderProps={{ type: 'dots' }}
            >{t`Sign in`}</Button>
          </form>
          <ul className={classes.links}>
            <li>
              <Link to="/login">
                <Trans>Back to sign-in</Trans>
              </Link>
            </li>
          </ul>
        </>
      )}
    </PublicPage>
  )
}
