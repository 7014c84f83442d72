import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState, type FormEvent } from 'react'
import { Refusal } from '#schema/refusal.ts'
import { signIn } from '../../lib/session.ts'
import { ErrorSummary, type FieldError } from '../../ui/error-summary.tsx'
import { refusalText } from '../../ui/refusal-text.ts'
import { DemoAccounts, type DemoAccount } from './demo-accounts.tsx'
import classes from './login-page.module.css'

export function LoginPage({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useLingui()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [busyWith, setBusyWith] = useState<string | null>(null)
  useEffect(() => {
    document.title = `${t`Sign in`} · Tenderbook`
  }, [t])

  const enter = async (name: string, secret: string) => {
    setBusyWith(name)
    setErrors([])
    try {
      await signIn(name, secret)
      onSignedIn()
    } catch (error) {
      setErrors(
        [{ inputId: error instanceof Refusal && error.code === 'BAD_CREDENTIALS' ? 'login-username' : null, text: refusalText(error) }],
      )
      setBusyWith(null)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const required = t`This field is required`
    const missing: FieldError[] = []
    if (username.trim() === '') missing.push({ inputId: 'login-username', text: `${t`Username`}: ${required}` })
    if (password === '') missing.push({ inputId: 'login-password', text: `${t`Password`}: ${required}` })
    if (missing.length > 0) setErrors(missing)
    else void enter(username.trim(), password)
  }
  const errorOf = (inputId: string) => errors.find((error) => error.inputId === inputId)?.text

  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <p className={classes.brand}>Tenderbook</p>
        <h1 className={classes.title}><Trans>Sign in</Trans></h1>
        <ErrorSummary errors={errors} />
        <form onSubmit={submit} noValidate className={classes.form}>
          <TextInput
            id="login-username" label={t`Username`} autoComplete="username" autoCapitalize="none" spellCheck={false} autoFocus
            value={username} onChange={(event) => setUsername(event.currentTarget.value)} error={errorOf('login-username')}
          />
          <PasswordInput
            id="login-password" label={t`Password`} autoComplete="current-password" value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={errorOf('login-password')} visibilityToggleButtonProps={{ 'aria-label': t`Show or hide the password`, tabIndex: 0 }}
          />
          <Button type="submit" size="sm" fullWidth loading={busyWith !== null} loaderProps={{ type: 'dots' }}>{t`Sign in`}</Button>
        </form>
        <DemoAccounts busyWith={busyWith} onChoose={(account: DemoAccount) => void enter(account.username, account.password)} />
      </div>
    </main>
  )
}
