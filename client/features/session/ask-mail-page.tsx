import { Button, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import { passwords } from '#schema/api/users-service/passwords.ts'
import { callsOf } from '../../lib/api.ts'
import { mailLanguage } from '../../lib/language.ts'
import { ErrorSummary, type FieldError } from '../../ui/fields/error-summary.tsx'
import { codeText, refusalText } from '../../ui/feedback/refusal-text.ts'
import classes from './login-page.module.css'
import { PublicPage } from './public-page.tsx'
import { registrationCalls } from './use-link.ts'

const INPUT = 'ask-mail'
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

interface AskMailPageProps {
  title: string
  text: ReactNode
  label: string
  autoComplete: 'email' | 'username'
  isEmail: boolean
  ask: (written: string) => Promise<void>
  onAsked: () => void
}

/**
 * A page with one field that requests an e-mail. The response is the same for every address, so
 * that it reveals no accounts.
 */
function AskMailPage({
  title,
  text,
  label,
  autoComplete,
  isEmail,
  ask,
  onAsked,
}: AskMailPageProps) {
  const { t } = useLingui()
  const [written, setWritten] = useState('')
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const [isBusy, setBusy] = useState(false)
  const fault = errors.find(({ inputId }) => inputId === INPUT)?.text

  const send = async () => {
    setBusy(true)
    setErrors([])
    try {
      await ask(written.trim())
      onAsked()
    } catch (error) {
      setErrors([{ inputId: null, text: refusalText(error) }])
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (written.trim() === '')
      setErrors([
        {
          inputId: INPUT,
          text: isEmail ? t`Enter your email address` : t`Enter your username or email address`,
        },
      ])
    else if (isEmail && !EMAIL.test(written.trim()))
      setErrors([{ inputId: INPUT, text: codeText('validation.email') }])
    else void send()
  }
  return (
    <PublicPage title={title}>
      <p className={classes.text}>{text}</p>
      <ErrorSummary errors={errors} />
      <form onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          id={INPUT}
          label={label}
          type={isEmail ? 'email' : 'text'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
          error={fault}
        />
        <Button
          type="submit"
          size="sm"
          fullWidth
          loading={isBusy}
          loaderProps={{ type: 'dots' }}
        >{t`Send me an email`}</Button>
      </form>
      <ul className={classes.links}>
        <li>
          <Link to="/login">
            <Trans>Back to sign-in</Trans>
          </Link>
        </li>
      </ul>
    </PublicPage>
  )
}

export function ForgottenPasswordPage({ onAsked }: { onAsked: () => void }) {
  const { t } = useLingui()
  return (
    <AskMailPage
      title={t`Reset password`}
      label={t`Username or email`}
      autoComplete="username"
      isEmail={false}
      onAsked={onAsked}
      text={
        <Trans>
          Enter your username or email address. We send you a link to set a new password.
        </Trans>
      }
      ask={(username) =>
        callsOf(passwords).resetRequest({ body: { username, language: mailLanguage() } })
      }
    />
  )
}

export function AskRegistrationPage({ onAsked }: { onAsked: () => void }) {
  const { t } = useLingui()
  return (
    <AskMailPage
      title={t`Register`}
      label={t`Email`}
      autoComplete="email"
      isEmail
      onAsked={onAsked}
      text={<Trans>Enter your email address. We send you a link to continue.</Trans>}
      ask={(email) => registrationCalls.request({ body: { email, language: mailLanguage() } })}
    />
  )
}
