import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { Refusal } from '#schema/refusal.ts'
import { keepPending } from '../../lib/pending-sign-in.ts'
import { credentialsOf, signInWith } from '../../lib/session.ts'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { refusalText } from '../../ui/feedback/refusal-text.ts'
import { DemoAccounts, type DemoAccount } from './demo-accounts.tsx'
import classes from './login-page.module.css'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { PublicPage } from './public-page.tsx'

/** The step that follows a correct password. */
export type NextStep = 'code' | 'setUpCode' | 'approval'
const NEXT_STEPS: Readonly<Record<string, NextStep>> = {
  OTP_REQUIRED: 'code',
  TWO_FACTOR_REQUIRED: 'setUpCode',
  ACCOUNT_WAITING: 'approval',
}

interface LoginPageProps {
  onSignedIn: () => void
  onNextStep: (step: NextStep) => void
}

export function LoginPage({ onSignedIn, onNextStep }: LoginPageProps) {
  const { t } = useLingui()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [busyWith, setBusyWith] = useState<string | null>(null)

  const enter = async (name: string, secret: string) => {
    setBusyWith(name)
    setErrors([])
    try {
      const credentials = await credentialsOf(name, secret)
      keepPending(credentials)
      await signInWith(credentials)
      keepPending(null)
      onSignedIn()
    } catch (error) {
      const next = error instanceof Refusal ? NEXT_STEPS[error.code] : undefined
      if (next !== undefined) return onNextStep(next)
      keepPending(null)
      setErrors([
        {
          inputId:
            error instanceof Refusal && error.code === 'BAD_CREDENTIALS' ? 'login-username' : null,
          text: refusalText(error),
        },
      ])
      setBusyWith(null)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing: FieldError[] = []
    if (username.trim() === '')
      missing.push({ inputId: 'login-username', text: t`Enter your username` })
    if (password === '') missing.push({ inputId: 'login-password', text: t`Enter your password` })
    if (missing.length > 0) setErrors(missing)
    else void enter(username.trim(), password)
  }
  const errorOf = (inputId: string) => errors.find((error) => error.inputId === inputId)?.text

  return (
    <PublicPage title={t`Sign in`}>
      <ErrorSummary errors={errors} />
      <form onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          id="login-username"
          label={t`Username`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          error={errorOf('login-username')}
        />
        <PasswordField
          id="login-password"
          label={t`Password`}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errorOf('login-password')}
        />
        <Button
          type="submit"
          size="sm"
          fullWidth
          loading={busyWith !== null}
          loaderProps={{ type: 'dots' }}
        >{t`Sign in`}</Button>
      </form>
      <ul className={classes.links}>
        <li>
          <Link to="/forgotten-password">
            <Trans>Forgot password?</Trans>
          </Link>
        </li>
        <li>
          <Link to="/registration">
            <Trans>Register</Trans>
          </Link>
        </li>
      </ul>
      <DemoAccounts
        busyWith={busyWith}
        onChoose={(account: DemoAccount) => void enter(account.username, account.password)}
      />
    </PublicPage>
  )
}
